import { parseArgs } from 'node:util';
import { DatabaseBusy, inTransaction, type Tx } from '@channel/prisma';
import { seal, unseal } from '@channel/webhooks';
import { startProgram } from '../process.ts';
import { Refused } from './acting-user.ts';
import { refuseArguments } from './refuse-arguments.ts';

/*
 * `npm run secret-key`: a planned change of SECRET_KEY. What the present key has encrypted is encrypted with the new one, in one
 * transaction.
 */

const SHORTEST = 32;

const USAGE = `Usage: npm run secret-key

Changes SECRET_KEY while API, worker and console are stopped: what SECRET_KEY has encrypted (secrets of webhook endpoints, mails
that wait) is encrypted with NEW_SECRET_KEY, all of it or nothing. Then start the programs with the new key as SECRET_KEY.
NEW_SECRET_KEY must have at least ${SHORTEST} characters. Keep the former key as long as the backups that were made with it.`;

/** Rows of a table that are in memory at once. */
const TOGETHER = 500;
/** Milliseconds for all of them: nothing else writes meanwhile. */
const TIMEOUT = 3_600_000;
/** Names under which the programs connect. */
const PROGRAMS = ['channel-api', 'channel-worker', 'channel-backup'];

function checkArguments(): void {
  try {
    const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });
    if (!values.help) return;
    console.log(USAGE);
    process.exit(0);
  } catch (error) {
    refuseArguments(error, 'npm run secret-key');
  }
}

type Keys = { former: string; next: string };

function keysOf(former: string | null, given = ''): Keys {
  // As the programs will read it.
  const next = given.trim();
  if (former === null) throw new Refused('SECRET_KEY must be the present key.');
  if (next.length < SHORTEST) throw new Refused(`NEW_SECRET_KEY must have at least ${SHORTEST} characters.`);
  if (next === former) throw new Refused('NEW_SECRET_KEY is the present key.');
  return { former, next };
}

/** @returns undefined for what another key has encrypted */
function resealed(sealed: Uint8Array, { former, next }: Keys): Uint8Array<ArrayBuffer> | undefined {
  let secret: string;
  try {
    secret = unseal(sealed, former);
  } catch {
    return undefined;
  }
  return seal(secret, next);
}

async function demandStopped(tx: Tx): Promise<void> {
  // An archiver has a connection to no database.
  const running = await tx.$queryRaw<{ name: string }[]>`
    SELECT DISTINCT application_name AS name FROM pg_stat_activity
    WHERE (datname = current_database() OR backend_type = 'walsender') AND application_name = ANY (${PROGRAMS}) ORDER BY 1`;
  if (running.length > 0)
    throw new Refused(`Stop the programs first: ${running.map(({ name }) => name).join(' and ')} are connected.`);
}

/** Calls `change` with every row, in ascending order of the ids. @returns how many there are */
async function eachRow<Row extends { id: number }>(
  read: (after: number) => Promise<Row[]>,
  change: (row: Row) => Promise<unknown>,
): Promise<number> {
  let [done, after] = [0, 0];
  for (let rows = await read(after); rows.length > 0; rows = await read(after))
    for (const row of rows) {
      await change(row);
      [done, after] = [done + 1, row.id];
    }
  return done;
}

/** @throws {Refused} for a secret that the present key does not decrypt */
const resealEndpoints = (tx: Tx, keys: Keys): Promise<number> =>
  eachRow(
    (after) =>
      tx.webhookEndpoint.findMany({
        where: { id: { gt: after }, deletedAt: null },
        select: { id: true, secret: true, previousSecret: true },
        orderBy: { id: 'asc' },
        take: TOGETHER,
      }),
    ({ id, ...sealed }) => {
      const secret = resealed(sealed.secret, keys);
      const previousSecret = sealed.previousSecret && resealed(sealed.previousSecret, keys);
      if (secret === undefined || previousSecret === undefined)
        throw new Refused(`SECRET_KEY does not decrypt the secret of the webhook endpoint ${id}: nothing was changed.`);
      return tx.webhookEndpoint.update({ where: { id }, data: { secret, previousSecret }, select: { id: true } });
    },
  );

/** Mails that the present key does not decrypt stay as they are: they fail as `unreadable` with either key. */
const resealMails = (tx: Tx, keys: Keys): Promise<number> =>
  eachRow(
    (after) =>
      tx.mail.findMany({
        where: { id: { gt: after }, content: { not: null } },
        select: { id: true, content: true },
        orderBy: { id: 'asc' },
        take: TOGETHER,
      }),
    async ({ id, content: sealed }) => {
      const content = sealed && resealed(sealed, keys);
      if (content) await tx.mail.update({ where: { id }, data: { content }, select: { id: true } });
    },
  );

checkArguments();
const { services, settings } = startProgram('secret-key');
try {
  const keys = keysOf(settings.secretKey, process.env.NEW_SECRET_KEY);
  const reseal = async (tx: Tx) => {
    await demandStopped(tx);
    // A program that starts meanwhile waits before it writes with the former key.
    await tx.$executeRaw`LOCK TABLE webhook_endpoint, mail IN SHARE ROW EXCLUSIVE MODE`;
    await demandStopped(tx);
    return [await resealEndpoints(tx, keys), await resealMails(tx, keys)];
  };
  const [endpoints, mails] = await inTransaction(services.db, reseal, { timeout: TIMEOUT });
  console.log(`Encrypted with NEW_SECRET_KEY: the secrets of ${endpoints} webhook endpoints, and ${mails} mails.`);
  console.log('Start the programs with it as SECRET_KEY, and keep the former key as long as its backups.');
} catch (error) {
  if (!(error instanceof Refused || error instanceof DatabaseBusy)) throw error;
  console.error(error instanceof Refused ? error.message : `${error.message}: nothing was changed.`);
  process.exitCode = 1;
} finally {
  await services.db.$disconnect();
}
