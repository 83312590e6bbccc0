import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { exchange } from '../../testing/http.ts';
import { programOf } from './run-samples.ts';
import type { Language, Sample } from './samples.ts';

/** A running webhook receiver, started as its page describes. */
export type Receiver = {
  /** Sends a request. @returns the status of the answer */
  post(headers: Record<string, string>, body: string): Promise<number>;
  stop(): Promise<void>;
};

/** Starts the receiver of a page. */
export async function startReceiver(language: Language, sample: Sample, secret: string): Promise<Receiver> {
  const port = await freePort();
  const { command, file, remove } = programOf(language, [sample]);
  // PHP needs its built-in server; the other receivers listen themselves.
  const args = language === 'php' ? ['-S', `127.0.0.1:${port}`, file] : [file];
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) };
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const url = new URL(`http://127.0.0.1:${port}/hook`);
  const post: Receiver['post'] = async (headers, body) => (await exchange(url, 'POST', { headers, raw: body })).status;
  await listening(child, () => post({}, ''));
  return {
    post,
    async stop() {
      child.kill();
      await once(child, 'exit');
      remove();
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('The probe has no port.');
  return address.port;
}

/** Waits until a program answers. Throws with its error output if it ends instead. */
async function listening(child: ChildProcess, ask: () => Promise<number>): Promise<void> {
  let errorText = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorText += text;
  });
  child.on('error', (error) => {
    errorText += error.message;
  });
  for (const end = Date.now() + 15_000; Date.now() < end; ) {
    if (child.exitCode !== null || child.pid === undefined) break;
    const isUp = await ask().then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill();
  throw new Error(`The receiver does not listen:\n${errorText}`);
}
