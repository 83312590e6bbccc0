import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '@channel/settings';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startOwn } from './database.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'channel-interrupted-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it('no empty database takes the place of one that an interrupted restore has put aside', async () => {
  mkdirSync(join(dataDir, 'postgres.before-20261128T093000000Z'));
  await expect(startOwn(loadSettings({ DATA_DIR: dataDir }))).rejects.toThrow(
    /^A restore was interrupted: .*postgres is missing, and .*postgres\.before-20261128T093000000Z has the data/,
  );
  expect(readdirSync(dataDir)).toEqual(['postgres.before-20261128T093000000Z']);
});

it('no former database starts while media files are partly restored ones', async () => {
  mkdirSync(join(dataDir, 'postgres'));
  writeFileSync(join(dataDir, 'restore-in-progress'), '');
  await expect(startOwn(loadSettings({ DATA_DIR: dataDir }))).rejects.toThrow(
    /^A restore into .* was interrupted: run the same npm run restore again/,
  );
  expect(readdirSync(join(dataDir, 'postgres'))).toEqual([]);
});
