import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export type Part = 'api' | 'console' | 'database';

export type Command =
  | { kind: 'stop' | 'start'; part: Part }
  | { kind: 'kill' | 'freeze' | 'thaw'; program: 'api' | 'console' }
  /** Sets the time of a pickup without the API: nobody is notified. */
  | { kind: 'setPickup'; orderId: number; time: string };

/** A running system under test. */
export type Stack = {
  consoleUrl: string;
  apiUrl: string;
  secretKey: string;
  /** The port on loopback at which the system expects its mail server. */
  smtpPort: string;
  /** The port on loopback at which the system expects the OpenID Connect provider. */
  openIdPort: string;
  /** Resolves once it is done; a started part is then ready. */
  command(command: Command): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts the whole system in a process of its own.
 *
 * @param env `E2E_MAILBOX=1` for a demo without a mail server, outside production
 */
export async function startStack(env: NodeJS.ProcessEnv = {}): Promise<Stack> {
  const child = fork(join(import.meta.dirname, 'main.ts'), { execArgv: [], env: { ...process.env, ...env } });
  const { consoleUrl = '', apiUrl = '', secretKey = '', smtpPort = '', openIdPort = '' } = await replyOf(child);
  return {
    consoleUrl,
    apiUrl,
    secretKey,
    smtpPort,
    openIdPort,
    command: async (command) => {
      const reply = replyOf(child);
      child.send(command);
      const { problem } = await reply;
      if (problem) throw new Error(problem);
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.disconnect();
      const [code] = await ended;
      if (code !== 0) throw new Error(`The system under test ended with code ${code}`);
    },
  };
}

/** The next message of the system. @throws if it ends */
async function replyOf(child: ChildProcess): Promise<Record<string, string>> {
  const over = new AbortController();
  const { signal } = over;
  const [message] = await Promise.race([once(child, 'message', { signal }), once(child, 'exit', { signal })]);
  over.abort();
  if (typeof message !== 'object' || message === null) throw new Error('The system under test ended');
  return message;
}
