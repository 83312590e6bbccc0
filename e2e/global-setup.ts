import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Starts the system under test once per run and sets its addresses for the tests. Returns a function that stops it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const stack = fork(join(import.meta.dirname, 'stack/main.ts'), { execArgv: [] });
  const [message] = await Promise.race([once(stack, 'message'), once(stack, 'exit')]);
  if (typeof message !== 'object' || message === null) throw new Error('The system under test did not start');
  process.env.E2E_CONSOLE_URL = message.consoleUrl;
  process.env.E2E_API_URL = message.apiUrl;
  process.env.E2E_SECRET_KEY = message.secretKey;
  return async () => {
    const ended = once(stack, 'exit');
    stack.disconnect();
    const [code] = await ended;
    if (code !== 0) throw new Error(`The system under test ended with code ${code}`);
  };
}
