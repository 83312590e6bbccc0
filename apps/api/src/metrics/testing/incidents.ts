import { startFamily } from '@channel/auth';
import type { PrismaClient } from '@channel/prisma';
import { createFactories } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';

/** Causes what some series exist for only once it has happened. @returns what causes requests and errors, again each time */
export async function causeIncidents(db: PrismaClient, api: string): Promise<() => Promise<void>> {
  const at = new Date();
  await db.backupReport.createMany({
    data: [
      { kind: 'base', at, succeeded: true, text: '', lastSuccessAt: at },
      { kind: 'drill', at, succeeded: false, text: 'damaged', lastSuccessAt: at },
    ],
  });
  // No worker takes a job of an unknown task.
  await db.$executeRaw`SELECT graphile_worker.add_job('an-unknown-task', run_at := now() - interval '1 minute')`;
  await db.$executeRaw`SELECT graphile_worker.add_job('a-failed-task', max_attempts := 1)`;
  await db.$executeRaw`UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE max_attempts = 1`;

  const settings = loadSettings({});
  const { administer, console, graphql: sendGraphql } = settings.permissions;
  const user = await createFactories(db).userWith([administer, console, sendGraphql, 'orders.view-all']);
  const { accessToken } = await startFamily(db, user.id, at, settings);
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  const graphql = async (query: string) => {
    const answer = await fetch(`${api}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
    await answer.text();
  };
  const rest = async (path: string) => void (await (await fetch(api + path, { headers })).text());

  return async () => {
    for (const path of ['/healthz', '/v1/orders', '/nowhere']) await rest(path);
    await graphql('{ orders { id } }');
    await graphql('{ nothing }');
    await db.$executeRaw`ALTER TABLE orders RENAME TO orders_elsewhere`;
    await rest('/v1/orders');
    await graphql('{ orders { id } }');
    await db.$executeRaw`ALTER TABLE orders_elsewhere RENAME TO orders`;
  };
}
