import type { Readable } from 'node:stream';
import { release } from './bytes.ts';
import { HttpError } from './http-errors.ts';
import { type ExportPage, type ExportProgress, pagedStream } from './paged-stream.ts';

/**
 * How the data of an operation becomes the response body. Created by `data`, `page`, `bare`, `empty` and `csv`. A root is
 * the response name of a root field; a member of its object is named after a dot.
 */
export type Answer =
  | { readonly kind: 'data' | 'bare'; readonly root: string }
  | { readonly kind: 'page'; readonly roots: readonly string[] }
  | { readonly kind: 'empty' }
  | ({ readonly kind: 'csv' } & CsvOptions);

/** `{ "data": <value of the root field> }`; null is answered 404. */
export function data(root = 'data'): Answer {
  return { kind: 'data', root };
}

/** `{ "data": <value of one root>, "meta": <value of the other> }`. */
export function page(list = 'data', meta = 'meta'): Answer {
  return { kind: 'page', roots: [list, meta] };
}

/**
 * The value of the root field is the body; null is answered 404. With a root whose members are `data` and `meta`: a
 * page.
 */
export function bare(root: string): Answer {
  return { kind: 'bare', root };
}

/** No body (use it with the status 204). */
export function empty(): Answer {
  return { kind: 'empty' };
}

/** One column of an export: a dotted path into an entry, or a function of the entry. */
export interface CsvColumn {
  readonly title: string;
  readonly value: string | ((entry: unknown) => unknown);
}

export interface CsvOptions {
  /** Root field whose value is the list of entries. */
  readonly root: string;
  /** The columns, evaluated for each request. */
  readonly columns: () => readonly CsvColumn[];
  /** Titles of the columns that a request has, in their order. Absent: all columns. */
  readonly chosen?: (variables: Variables) => readonly string[];
  /** Name offered for the download. */
  readonly filename: (now: Date) => string;
  /** Variables of the next page, judged by the data of the last; undefined ends the export. Absent: one page. */
  readonly next?: (data: Data, variables: Variables) => Variables | undefined;
}

/**
 * A CSV file (RFC 4180, UTF-8), streamed page by page; text that a spreadsheet would run as a formula gets a leading
 * apostrophe.
 */
export function csv(options: CsvOptions): Answer {
  return { kind: 'csv', ...options };
}

export type Variables = Readonly<Record<string, unknown>>;
export type Data = Readonly<Record<string, unknown>>;

/**
 * Finished JSON: a text, or its UTF-8 bytes, which are never decoded to a string. Their memory is released once they
 * are sent.
 */
export type JsonText = string | Buffer;

/** Data of an operation: as values, or as finished JSON for each root, which may name a member after a dot. */
export type Executed = { readonly data: Data } | { readonly json: Readonly<Record<string, JsonText>> };

/** The root fields that an answer reads. */
export function rootsOf(answer: Answer): readonly string[] {
  if (answer.kind === 'empty') return [];
  return answer.kind === 'page' ? answer.roots : [answer.root];
}

/**
 * The text of an answer that is no CSV; undefined for an empty one. Throws 404 where the root of `data` or `bare` is
 * null.
 */
export function bodyOf(answer: Exclude<Answer, { kind: 'csv' }>, executed: Executed): JsonText | undefined {
  if (answer.kind === 'empty') return undefined;
  if (answer.kind === 'page') {
    const [list = '', meta = ''] = answer.roots;
    return joined('{"data":', jsonOf(executed, list), ',"meta":', jsonOf(executed, meta), '}');
  }
  const json = jsonOf(executed, answer.root);
  if (json.length === NOTHING.length && String(json) === NOTHING) throw new HttpError(404, 'Not found.');
  return answer.kind === 'data' ? joined('{"data":', json, '}') : json;
}

const NOTHING = 'null';

/** The JSON of a root field. */
export function jsonOf(executed: Executed, root: string): JsonText {
  if ('json' in executed) {
    const json = executed.json[root];
    if (json === undefined) throw new Error(`the answer has no ${root}`);
    return json;
  }
  return JSON.stringify(memberOf(executed.data, root) ?? null);
}

/** Joined JSON, which shares no memory with the pieces. */
export function joined(...pieces: readonly JsonText[]): JsonText {
  if (pieces.every((piece) => typeof piece === 'string')) return pieces.join('');
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}

/** Releases the result of an operation, except for what became the body. */
export function releaseRest(executed: Executed, body?: JsonText): void {
  for (const text of 'json' in executed ? Object.values(executed.json) : []) {
    if (Buffer.isBuffer(text) && !(Buffer.isBuffer(body) && body.buffer === text.buffer)) release(text);
  }
}

/**
 * Streams an export. The first page is already fetched, so errors are answered as JSON; `run` fetches the others as the
 * client reads. A page itself is not kept while the client reads.
 */
export function csvStream(
  options: CsvOptions,
  first: Executed,
  variables: Variables,
  run: (variables: Variables) => Promise<Executed>,
  note: ExportProgress,
): Readable {
  const columns = columnsOf(options, variables);
  const titles = line(columns.map(({ title }) => title));
  /** The lines of a page, and the variables of the next one. */
  const read = (executed: Executed, requested: Variables) => {
    const page = valuesOf(executed, [options.root]);
    const found = page[options.root];
    const entries: unknown[] = Array.isArray(found) ? found : [];
    const text = entries.map((entry) => line(columns.map((column) => cellOf(column, entry)))).join('');
    return { page: { text, rows: entries.length }, following: options.next?.(page, requested) };
  };
  async function* pages(): AsyncGenerator<ExportPage> {
    yield { text: titles, rows: 0 };
    let { page, following } = read(first, variables);
    for (;;) {
      yield page;
      if (following === undefined) return;
      ({ page, following } = read(await run(following), following));
    }
  }
  return pagedStream(pages(), note);
}

function columnsOf({ columns, chosen }: CsvOptions, variables: Variables): readonly CsvColumn[] {
  if (!chosen) return columns();
  const byTitle = new Map(columns().map((column) => [column.title, column]));
  return chosen(variables).flatMap((title) => byTitle.get(title) ?? []);
}

function valuesOf(executed: Executed, roots: readonly string[]): Data {
  if ('data' in executed) return executed.data;
  const values = Object.fromEntries(roots.map((root) => [root, JSON.parse(String(executed.json[root] ?? NOTHING))]));
  releaseRest(executed);
  return values;
}

function cellOf({ value }: CsvColumn, entry: unknown): unknown {
  if (typeof value === 'function') return value(entry);
  return memberOf(entry, value);
}

/** The value at a dotted path. */
function memberOf(object: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
      object,
    );
}

function line(cells: readonly unknown[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return quoted(typeof cell === 'object' ? JSON.stringify(cell) : String(cell));
  return quoted(/^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell);
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
