import type pg from 'pg';
import type { Workload } from '../workloads/workload.ts';
import type { Running } from './measure.ts';
import { bodyOf, compareValues } from './same-answers.ts';

/* Targets that write must write the same rows, and return the same answers except for ids and times. */

/** Members of an answer that differ from one write to the next. */
const OWN = new Set(['id', 'passenger_id', 'booked_at', 'filename', 'url']);

const shared = (body: string): unknown =>
  JSON.parse(body, (key, value) => (OWN.has(key) && typeof value !== 'object' ? typeof value : value));

/** The number of rows of each table. */
async function rowCounts(client: pg.Client): Promise<Map<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace ORDER BY 1",
  );
  const counts = tables.map(({ name }) => `SELECT '${name}' AS name, count(*)::int AS count FROM "${name}"`);
  const { rows } = await client.query<{ name: string; count: number }>(`${counts.join(' UNION ALL ')} ORDER BY name`);
  return new Map(rows.map(({ name, count }) => [name, count]));
}

/** @throws when a target writes other rows, or returns another answer, than the first; see `compareValues` */
export async function compareWrites(workload: Workload, running: readonly Running[], client: pg.Client): Promise<void> {
  const [request] = workload.requests;
  if (!request) return;
  let expected: { answer: unknown; rows: string } | undefined;
  for (const each of running) {
    const before = await rowCounts(client);
    const answer = shared(await bodyOf(each, each.target.request(request)));
    const after = await rowCounts(client);
    const written = [...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
    const rows = JSON.stringify(written.filter(([, count]) => count !== 0));
    expected ??= { answer, rows };
    if (rows !== expected.rows) throw new Error(`${each.target.name} writes ${rows} instead of ${expected.rows}`);
    compareValues(each.target.name, request.path, answer, expected.answer);
  }
}
