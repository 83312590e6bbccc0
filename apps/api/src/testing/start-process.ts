import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { programSettings, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { loadSettings, type Settings } from '@channel/settings';
import { apiDocument } from '../openapi/document.ts';
import type { Served } from './client.ts';
import { contractOf } from './contract.ts';
import { DEMO_MEDIA, demoAt } from './demo.ts';
import { NOW, SECRET_KEY } from './start-server.ts';

/** Bytes of a process after garbage collection: objects with their memory outside of the heap, and the resident set. */
export type Memory = { held: number; rss: number };

/** The API in its own process, with its own demo world. */
export type TestProcess = Served & {
  settings: Settings;
  /** The id of the process. */
  pid: number;
  /** Milliseconds from the arrival of each request until its 503, measured in the server. */
  refusals(): Promise<number[]>;
  memory(): Promise<Memory>;
  /** The result of `longestTurn` in the process, during the work. */
  longestTurn(work: () => Promise<unknown>): Promise<number>;
  /** Makes each request from now on leak this many bytes. */
  leak(bytes: number): Promise<void>;
  /** Ends the process and drops the database. */
  close(): Promise<void>;
};

/**
 * Starts the API in its own process.
 *
 * @param env environment variables, as an operator sets them
 * @param prepare changes the demo world before the process starts
 */
export async function startProcess(
  env: Readonly<Record<string, string>> = {},
  prepare: (database: TestDatabase) => Promise<void> = async () => {},
): Promise<TestProcess> {
  const settings = loadSettings({ SECRET_KEY, ...env });
  const database = await testDatabase({ world: demoAt(NOW, SECRET_KEY) });
  await prepare(database);
  const child = fork(join(import.meta.dirname, 'api-process.ts'), {
    execArgv: ['--expose-gc'],
    env: {
      PATH: process.env.PATH,
      SECRET_KEY,
      ...env,
      ...programSettings(database.application),
      TEST_NOW: NOW.toISOString(),
      TEST_MEDIA: DEMO_MEDIA,
    },
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The API ended with ${code}.`);
  });
  // The process ends at the end of a test; only a waiting caller gets the error.
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
      child.send({ turns: 'report' });
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
