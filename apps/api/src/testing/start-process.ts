import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { testDatabase } from '@channel/prisma/testing';
import { loadSettings, type Settings } from '@channel/settings';
import { apiDocument } from '../openapi/document.ts';
import type { Served } from './client.ts';
import { contractOf } from './contract.ts';
import { DEMO_MEDIA, demoAt } from './demo.ts';
import { NOW, SECRET_KEY } from './start-server.ts';

/** Bytes that a process holds once garbage is collected: objects and what they hold outside of the heap, and all of it. */
export type Memory = { held: number; rss: number };

/** The API in a process of its own, on a demo world of its own. */
export type TestProcess = Served & {
  settings: Settings;
  /** Of the process. */
  pid: number;
  /** Milliseconds from the arrival of each request until it was refused with 503, as the server saw it. */
  refusals(): Promise<number[]>;
  memory(): Promise<Memory>;
  /** What `longestTurn` tells of the process while work is done. */
  longestTurn(work: () => Promise<unknown>): Promise<number>;
  /** From now on each request leaves so many bytes behind. */
  leak(bytes: number): Promise<void>;
  /** Ends the process and drops the database. */
  close(): Promise<void>;
};

/** Starts the API in a process of its own. @param env environment variables, as an operator would set them */
export async function startProcess(env: Readonly<Record<string, string>> = {}): Promise<TestProcess> {
  const settings = loadSettings({ SECRET_KEY, ...env });
  const database = await testDatabase({ world: demoAt(NOW, SECRET_KEY) });
  const child = fork(join(import.meta.dirname, 'api-process.ts'), {
    execArgv: ['--expose-gc'],
    env: {
      PATH: process.env.PATH,
      SECRET_KEY,
      ...env,
      DATABASE_URL: database.application,
      TEST_NOW: NOW.toISOString(),
      TEST_MEDIA: DEMO_MEDIA,
    },
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the API ended with ${code}`);
  });
  // It ends at last; only who waits for an answer is told.
  ended.catch(() => {});
  const answered = async <Answer>(): Promise<Answer> => {
    const [answer] = await Promise.race([once(child, 'message'), ended]);
    return answer;
  };
  const { url } = await answered<{ url: string }>();
  return {
    url,
    settings,
    pid: child.pid ?? 0,
    contract: contractOf(apiDocument(settings, { exact: true })),
    memory() {
      child.send({ measure: true });
      return answered<Memory>();
    },
    async longestTurn(work) {
      child.send({ turns: 'watch' });
      await answered();
      await work();
      child.send({ turns: 'tell' });
      return (await answered<{ longest: number }>()).longest;
    },
    async refusals() {
      child.send({ refusals: true });
      return (await answered<{ refusals: number[] }>()).refusals;
    },
    async leak(bytes) {
      child.send({ leak: bytes });
      await answered();
    },
    async close() {
      if (child.exitCode === null) {
        child.send({ end: true });
        await once(child, 'exit');
      }
      await database.drop();
    },
  };
}
