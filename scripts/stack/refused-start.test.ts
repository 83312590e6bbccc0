import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ownNode, root } from '../set-up/project.mjs';

/* Settings with which `npm start` fails before it starts anything, in a process that is killed if it does not end. */

const dataDir = mkdtempSync(join(tmpdir(), 'channel-refused-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const start = (env: NodeJS.ProcessEnv) =>
  new Promise<{ code: unknown; said: string }>((resolve) => {
    execFile(
      ownNode,
      [join(root, 'scripts/stack/main.ts')],
      { env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env }, timeout: 20_000, killSignal: 'SIGKILL' },
      (error, _, said) => resolve({ code: error?.code, said }),
    );
  });

const PORT = '24712';

it.each([
  ['a data folder where the system allows none', { DATA_DIR: '/proc/x' }, 'DATA_DIR: expected a folder'],
  ['a media folder where the system allows none', { MEDIA_DIR: '/proc/x/media' }, 'MEDIA_DIR: expected a folder'],
  ['a misspelled environment', { NODE_ENV: 'prodution' }, 'NODE_ENV: expected one of production, development, test'],
  ['one port for both', { ENDPOINT_PERMISSIONS: '{"GET v1/nothing":"x"}' }, '"GET v1/nothing" is not one of them'],
  ['one port for both', { API_PORT: PORT, CONSOLE_PORT: PORT }, `Port ${PORT} (setting CONSOLE_PORT) is the API's`],
])('%s', { timeout: 90_000 }, async (_, env, reason) => {
  const { code, said } = await start(env);
  expect(said.split(reason)).toHaveLength(2);
  expect(code).toBe(1);
});
