import { dateAt } from '@channel/graph';
import type { Tx } from '@channel/prisma';
import { demoWorld } from '@channel/prisma/demo';
import { importDocument } from '../import/import-document.ts';
import { openImport, printResult } from './import-program.ts';

/*
 * Fills the database with the demo world, once. `npm start` calls it for its own Postgres; its users are known to
 * everybody, so that it must never run where real people sign in.
 */

const MARK = 'demo';

const { options, end } = openImport('channel-seed-demo');
const { db, settings, now } = options;
try {
  if (await seeded()) console.log('The demo world is there already.');
  else {
    options.progress?.('Making up the demo world');
    // The office's day; what happens elsewhere follows the clocks of its cities.
    const today = dateAt(now, 'Europe/Amsterdam').toISOString().slice(0, 10);
    const world = demoWorld({ seed: settings.demoSeed, today });
    const afterwards = (tx: Tx) => mark(tx, { state: 'finished', seed: settings.demoSeed, today });
    printResult(await importDocument(world, { ...options, folder: '.', afterwards }));
    options.progress?.('The demo world is ready');
  }
} finally {
  await end();
}

async function seeded(): Promise<boolean> {
  const rows = await db.$queryRaw<
    { state: string | null }[]
  >`SELECT value ->> 'state' AS state FROM system_state WHERE key = ${MARK}`;
  return rows.some(({ state }) => state === 'finished');
}

/** In the transaction of the import, so that there is either both or neither. */
async function mark(tx: Tx, value: { state: string; seed: number; today: string }): Promise<void> {
  await tx.systemState.upsert({
    where: { key: MARK },
    create: { key: MARK, value },
    update: { value, updatedAt: now },
  });
}
