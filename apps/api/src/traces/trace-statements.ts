import { observeStatements, tableMap } from '@channel/prisma';
import { LRUCache } from 'lru-cache';
import { errorTypeOf, presentSpan } from './tracing.ts';

const TABLES = new Set(Object.values(tableMap).map(({ name }) => name));
/** Of the longest statements, the first part says enough. */
const MAX_READ = 20_000;
const MAX_SUMMARY = 255;

const summaries = new LRUCache<string, string>({ max: 500 });

const TABLE = '(?:"public"\\.)?"?(\\w+)"?';
const WRITES = new RegExp(`\\b(insert|update|delete)\\s+(?:into\\s+|from\\s+)?${TABLE}`, 'gi');
const READS = new RegExp(`\\b(from|join)\\s+${TABLE}`, 'gi');

/**
 * Names a statement by its command and a table, that of its first write or else of its first read, such as
 * `SELECT orders`. Nothing else of its text is shown, which may hold values.
 */
export function summaryOf(text: string): string {
  const known = summaries.get(text);
  if (known !== undefined) return known;
  const read = text.slice(0, MAX_READ);
  const [write] = tablesIn(read, WRITES);
  const [from] = tablesIn(read, READS);
  const command = /^\s*([a-z]+)/i.exec(read)?.[1]?.toUpperCase() ?? 'SQL';
  const summary = write
    ? `${write.word.toUpperCase()} ${write.table}`
    : from
      ? `${command === 'WITH' ? 'SELECT' : command} ${from.table}`
      : command;
  summaries.set(text, summary);
  return summary;
}

const tablesIn = (text: string, form: RegExp) =>
  [...text.matchAll(form)]
    .map(([, word = '', table = '']) => ({ word, table }))
    .filter(({ table }) => TABLES.has(table));

/** Statements that are sent together: each kind once. */
export const summaryOfAll = (texts: readonly string[]): string =>
  [...new Set(texts.map(summaryOf))].join('; ').slice(0, MAX_SUMMARY);

/** Makes each message to Postgres a span of the request that sends it. */
export function traceStatements(): void {
  observeStatements((texts) => {
    const parent = presentSpan();
    if (!parent) return undefined;
    const sent = texts();
    const summary = summaryOfAll(sent);
    const span = parent.begin({
      name: summary,
      kind: 'client',
      attributes: {
        'db.system.name': 'postgresql',
        'db.query.summary': summary,
        ...(sent.length > 1 ? { 'db.operation.batch.size': sent.length } : {}),
      },
    });
    return (error) => span.end(error === undefined ? undefined : errorTypeOf(error));
  });
}
