import { startStack } from './stack/start.ts';

/** Starts the system under test once per run and sets its addresses for the tests. Returns a function that stops it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const stack = await startStack();
  process.env.E2E_CONSOLE_URL = stack.consoleUrl;
  process.env.E2E_API_URL = stack.apiUrl;
  process.env.E2E_SECRET_KEY = stack.secretKey;
  process.env.E2E_SMTP_PORT = stack.smtpPort;
  process.env.E2E_OPENID_PORT = stack.openIdPort;
  process.env.E2E_STARTED_AT = new Date().toISOString();
  return stack.stop;
}
