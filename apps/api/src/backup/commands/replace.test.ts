import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { replace, undoReplacement } from './replace.ts';
import { placesOf, REPLACING, writeMark } from './replacement.ts';

/* What a replacement leaves, wherever it is interrupted: it is a process that ends after so many of its renames. */

const [FIRST, SECOND] = ['20261128T093000000Z', '20261128T094500000Z'];

let home: string;
let [dataDir, mediaDir] = ['', ''];
let notes: string[];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'channel-replace-'));
  [dataDir, mediaDir] = [join(home, 'data'), join(home, 'media')];
  notes = [];
});
afterEach(() => rmSync(home, { recursive: true }));

const write = (file: string, text: string) => {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
};

/** One folder of media files is former alone, one restored alone, and one is both. */
function prepare(hadPostgres = true): void {
  if (hadPostgres) write(join(dataDir, 'postgres', 'data'), 'former');
  for (const name of ['aa', 'bb']) write(join(mediaDir, name, `${name}-1`), 'former');
  write(join(mediaDir, 'lost+found', 'x'), 'kept');
}
function restored(stamp: string): void {
  const { postgres, media } = placesOf(dataDir, mediaDir, stamp);
  write(join(postgres.restored, 'data'), 'restored');
  for (const name of ['bb', 'cc']) write(join(media?.restored ?? '', name, `${name}-1`), 'restored');
}

/** Each file below the two folders, with its content. */
const files = (folder = home) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
const FORMER = {
  'data/postgres/data': 'former',
  'media/aa/aa-1': 'former',
  'media/bb/bb-1': 'former',
  'media/lost+found/x': 'kept',
};
const REPLACED = (stamp: string) => ({
  'data/postgres/data': 'restored',
  [`data/postgres.before-${stamp}/data`]: 'former',
  'media/bb/bb-1': 'restored',
  'media/cc/cc-1': 'restored',
  [`media/before-${stamp}/aa/aa-1`]: 'former',
  [`media/before-${stamp}/bb/bb-1`]: 'former',
  'media/lost+found/x': 'kept',
});

/** Renames until the process has ended. */
function endsAfter(renames: number) {
  let rest = renames;
  return async (from: string, to: string) => {
    if (rest-- <= 0) throw new Error('the process has ended');
    await rename(from, to);
  };
}
const run = (stamp: string, move = rename as (from: string, to: string) => Promise<void>) =>
  replace({ dataDir, mediaDir, stamp, note: (line) => notes.push(line) }, move);
/** Without the restored copies, which the next run deletes. */
const withoutCopies = () =>
  Object.fromEntries(Object.entries(files()).filter(([name]) => !/(^|\/)\.?restored-/.test(name)));

it('keeps what was there, and says so once all is in its place', async () => {
  prepare();
  restored(FIRST);
  await run(FIRST);
  expect(files()).toEqual(REPLACED(FIRST));
  expect(notes).toEqual([
    `What was in ${mediaDir} is kept in ${join(mediaDir, `before-${FIRST}`)}`,
    `What was in ${join(dataDir, 'postgres')} is kept as ${join(dataDir, `postgres.before-${FIRST}`)}`,
  ]);
});

/** aa, bb away; bb, cc in place; postgres away, and in place. */
const RENAMES = 6;

/** Where none was done, there is nothing to put back. */
it.for(Array.from({ length: RENAMES - 1 }, (_, n) => n + 1))(
  'a run after one that ended after %i renames keeps all former files in one folder',
  async (renames) => {
    prepare();
    restored(FIRST);
    await expect(run(FIRST, endsAfter(renames))).rejects.toThrow('interrupted');
    expect(readdirSync(dataDir)).toContain(REPLACING);
    expect(notes).toEqual([]);
    // Nothing of the former files is lost, nor twice there.
    expect(Object.values(files()).filter((text) => text === 'former')).toHaveLength(3);
    // The next run may end early as well.
    for (let undone = 0; undone < renames; undone += 1)
      await undoReplacement(dataDir, endsAfter(1)).catch(() => undefined);
    await undoReplacement(dataDir);
    expect(withoutCopies()).toEqual(FORMER);
    expect(readdirSync(dataDir)).not.toContain(REPLACING);
    expect(readdirSync(mediaDir)).not.toContain(`before-${FIRST}`);
    restored(SECOND);
    await run(SECOND);
    expect(withoutCopies()).toEqual(REPLACED(SECOND));
  },
);

it.for(Array.from({ length: RENAMES }, (_, n) => n))(
  'a rename that fails after %i others leaves everything as it was',
  async (renames) => {
    prepare();
    restored(FIRST);
    const before = files();
    let count = 0;
    const failing = async (from: string, to: string) => {
      if (count++ === renames) throw Object.assign(new Error('no access'), { code: 'EACCES' });
      await rename(from, to);
    };
    await expect(run(FIRST, failing)).rejects.toThrow('no access');
    expect(files()).toEqual(before);
    expect(notes).toEqual([]);
  },
);

it('a run that ended after its last rename is undone as well', async () => {
  prepare();
  restored(FIRST);
  await run(FIRST);
  await writeMark(dataDir, { stamp: FIRST, hadPostgres: true, media: { folder: mediaDir, former: ['aa', 'bb'] } });
  await undoReplacement(dataDir);
  expect(withoutCopies()).toEqual(FORMER);
});

it('a first restore into an empty DATA_DIR is undone to an empty one', async () => {
  prepare(false);
  restored(FIRST);
  const before = files();
  const all = endsAfter(5);
  let isEnded = false;
  await expect(
    replace({ dataDir, mediaDir, stamp: FIRST, note: () => {} }, async (from, to) => {
      if (isEnded) throw new Error('the process has ended');
      await all(from, to);
      isEnded = to === join(dataDir, 'postgres');
      if (isEnded) throw new Error('the process has ended');
    }),
  ).rejects.toThrow('interrupted');
  expect(readdirSync(dataDir)).toContain('postgres');
  await undoReplacement(dataDir);
  expect(files()).toEqual(before);
});

it('does nothing while former data are in neither place, as on a disk that is not mounted', async () => {
  prepare();
  restored(FIRST);
  await expect(run(FIRST, endsAfter(3))).rejects.toThrow('interrupted');
  const before = files();
  mkdirSync(join(home, 'unmounted'));
  await rename(join(mediaDir, `before-${FIRST}`, 'aa'), join(home, 'unmounted', 'aa'));
  await expect(undoReplacement(dataDir)).rejects.toThrow(/before-.*aa is missing\. Put it back, or delete/);
  await rename(join(home, 'unmounted', 'aa'), join(mediaDir, `before-${FIRST}`, 'aa'));
  expect(files()).toEqual(before);
});

it.for([
  '',
  '{}',
  '{"stamp":"../x","hadPostgres":true,"media":null}',
  '{"stamp":"20261128T093000000Z","hadPostgres":true,"media":{"folder":"/","former":["etc"]}}',
])('guesses nothing by a damaged mark: %s', async (text) => {
  prepare();
  write(join(dataDir, REPLACING), text);
  await expect(undoReplacement(dataDir)).rejects.toThrow('is damaged');
});
