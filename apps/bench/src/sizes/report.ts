import type { TableBytes, WalBytes } from './relations.ts';

type Phase = { name: string; count: number; before: TableBytes[]; after: TableBytes[]; wal: WalBytes[] };

/** Tables with less of both are one row. */
const LEAST = 40;

/** A table in Markdown: bytes of one request, by table of the database. */
export function report({ name, count, before, after, wal }: Phase): string {
  const former = new Map(before.map((each) => [each.table, each]));
  const logged = new Map(wal.map((each) => [each.table, each]));
  const grown = after.map(({ table, heap, indexes, toast }) => {
    const { heap: h = 0, indexes: i = 0, toast: t = 0 } = former.get(table) ?? {};
    return { table, heap: heap - h, indexes: indexes - i, toast: toast - t };
  });
  const names = [...new Set([...grown.map(({ table }) => table), ...logged.keys()])];
  const rows = names.map((table) => {
    const { heap = 0, indexes = 0, toast = 0 } = grown.find((each) => each.table === table) ?? {};
    const { records = 0, images = 0 } = logged.get(table) ?? {};
    return { table, figures: [heap, indexes, toast, records, images].map((each) => each / count) };
  });
  const sizeOf = ({ figures }: (typeof rows)[number]) => figures.reduce((sum, each) => sum + Math.abs(each), 0);
  const large = rows.filter((row) => sizeOf(row) >= LEAST).sort((one, other) => sizeOf(other) - sizeOf(one));
  const sum = (some: typeof rows) =>
    [0, 1, 2, 3, 4].map((at) => some.reduce((all, { figures }) => all + (figures[at] ?? 0), 0));
  const line = (table: string, figures: readonly number[]) => {
    const [heap = 0, indexes = 0, toast = 0, records = 0, images = 0] = figures;
    const shown = [heap, indexes, toast, heap + indexes + toast, records, images];
    return `| ${table} | ${shown.map((each) => Math.round(each).toLocaleString('en')).join(' | ')} |`;
  };
  return [
    `${name}, ${count} times: bytes of each`,
    '| table | rows | indexes | TOAST | on disk | log | page images |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...large.map(({ table, figures }) => line(table, figures)),
    line('others', sum(rows.filter((row) => sizeOf(row) < LEAST))),
    line('**all**', sum(rows)),
    '',
  ].join('\n');
}
