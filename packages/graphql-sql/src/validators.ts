import { hash } from 'node:crypto';
import type { Host } from './host.ts';
import { joined, namedValues, ofRoot, raw, type Sql, sql } from './sql.ts';
import { shapeOf } from './statements.ts';
import { tableOf } from './tables.ts';
import type { Validation } from './validation.ts';
import { type Root, rootPrefix, type Variant } from './variants.ts';
import { keySql } from './where.ts';

/*
 * A validator identifies an answer without its text: answers with equal validators are equal. It is a key, the hash of
 * the statement and of the values that decide it, and the state of what the statement reads. For rows of a model that
 * has versions, the state is the keys and versions of the found rows; for everything else, the stamps of the tables.
 * Where finding the rows takes long, a second hash before it has stamps of all rows that the caller may see instead: while
 * none of them is written, the rows need not be found.
 */

/** Characters of a key, and of the hash of a state. */
const KEY_LENGTH = 16;
const STATE_LENGTH = 22;

/** The name of the value with the states that the client knows. */
export const KNOWN = 'known';

/** The state of what a statement reads, as parts of a statement. */
export type State = {
  /** Table expressions with the rows that roots with versions found. */
  found: Sql[];
  /** The part of each root that finds its rows, in place of that of the request. */
  parts: Sql[];
  /** The hash of stamps alone, of every row that the caller may see; undefined where not all that finds rows is stamped. */
  broad: Sql | undefined;
  /** The hash of stamps, and of the versions of the found rows. */
  exact: Sql;
};

/**
 * The state of what the roots of a request read.
 *
 * @param parts the part of each root that finds its rows
 * @param requested the same as the request decided it: the parts may only repeat what was found by them
 * @returns undefined where the answer has no validator: it shows what may change without a stamp or a version
 */
export function stateOf<Context, Db>(
  { roots }: Variant<Context, Db>,
  parts: readonly Sql[],
  requested: readonly Sql[],
  host: Host<Context, Db>,
): State | undefined {
  const { validation } = host;
  if (!validation) return undefined;
  const found: Sql[] = [];
  const [seen, versions]: [Sql[], Sql[]] = [[], []];
  /** What answers show, and what finds rows with versions. */
  const [shown, sought] = [new Reads(validation), new Reads(validation)];
  const again = roots.map((root, index) => {
    const [part = raw(''), original = raw('')] = [parts[index], requested[index]];
    const rows = foundRows(root, host, raw(`found${index}`));
    const { subjects = {}, moments = {} } = (root.plan.kind === 'statement' && root.plan.validation) || {};
    const ofRoots = (given: Readonly<Record<string, Sql>>) =>
      Object.fromEntries(Object.entries(given).map(([key, each]) => [key, ofRoot(each, rootPrefix(index))]));
    // Found rows are a part of the state, whatever finds them.
    shown.add(root.embed(rows ? raw('') : original), rows?.covers, ofRoots(subjects));
    shown.moments.push(...Object.values(ofRoots(moments)));
    if (!rows) return part;
    found.push(sql`${rows.name} AS MATERIALIZED (SELECT l.*, row_number() OVER () AS place FROM (${part}) l)`);
    sought.add(original, rows.covers);
    seen.push(rows.seen);
    versions.push(rows.state);
    return rows.again;
  });
  const [common, others] = [shown.state(), sought.state()];
  if (!common) return undefined;
  return {
    found,
    parts: again,
    broad: others && hashed([...common, ...others, ...new Set(seen)]),
    exact: hashed([...common, ...versions]),
  };
}

/** What parts of a statement read that changes with stamps, or with the clock. */
class Reads {
  readonly #validation: Validation;
  /** By table: for each part that reads it, the subjects of the rows, or undefined where it reads any rows. */
  readonly #tables = new Map<string, (Sql | undefined)[]>();
  readonly moments: Sql[] = [];

  constructor(validation: Validation) {
    this.#validation = validation;
  }

  /** @param covers tables whose changes are known otherwise */
  add(part: Sql, covers: readonly string[] = [], subjects: Readonly<Record<string, Sql>> = {}): void {
    const { unversioned, tablesOf, moments } = this.#validation;
    // No table has a stamp of this name.
    if (mentions(part, unversioned)) this.#tables.set('', []);
    for (const table of new Set(namesIn(part).flatMap(tablesOf)))
      if (!covers.includes(table)) this.#tables.set(table, [...(this.#tables.get(table) ?? []), subjects[table]]);
    for (const parameter of contextNames(part)) if (moments[parameter]) this.moments.push(moments[parameter]);
  }

  /** Values that change when what is read may change; undefined where it may change without a stamp. */
  state(): Sql[] | undefined {
    const { stamped, stampsOf } = this.#validation;
    const names = [...this.#tables.keys()].sort();
    if (!names.every((table) => stamped.has(table))) return undefined;
    const subjects = Object.fromEntries(
      [...this.#tables].flatMap(([table, read]) => {
        const each = read.filter((subject) => subject !== undefined);
        return each.length > 0 && each.length === read.length ? [[table, joined(each, ' || ')]] : [];
      }),
    );
    return names.length > 0 ? [stampsOf(names, subjects), ...this.moments] : this.moments;
  }
}

function hashed(values: readonly Sql[]): Sql {
  const texts = values.map((each) => sql`coalesce((${each})::text, '')`);
  return sql`left(translate(encode(sha256(convert_to(concat(${joined(texts, ", '|', ", "''")}), 'UTF8')), 'base64'), '+/', '-_'), ${raw(String(STATE_LENGTH))})`;
}

/** The rows that a root finds, as a table expression; undefined for a model without versions. */
function foundRows<Context, Db>(
  { plan }: Root<Context, Db>,
  { tables, validation }: Host<Context, Db>,
  found: Sql,
): { name: Sql; again: Sql; state: Sql; seen: Sql; covers: readonly string[] } | undefined {
  const versioned = 'model' in plan ? validation?.versioned[plan.model] : undefined;
  if (!versioned || !('model' in plan)) return undefined;
  const { covers, versions, seen } = versioned;
  if (plan.kind === 'meta')
    return {
      name: found,
      again: sql`SELECT total, page, per_page FROM ${found}`,
      state: sql`SELECT total FROM ${found}`,
      seen,
      covers,
    };
  const table = tableOf(tables, plan.model);
  const key = (alias: string) => joined(keySql(table, alias), ', ');
  const columns = versions.map((column) => sql`r.${raw(column)}`);
  // The version, and the transaction that wrote the row: also where it changed without its version.
  return {
    name: found,
    again: sql`SELECT ${key('f')} FROM ${found} f ORDER BY f.place`,
    state: sql`SELECT string_agg(concat_ws('.', ${key('r')}, ${joined(columns, ', ')}, r.xmin), ',' ORDER BY f.place)
      FROM ${found} f JOIN ${raw(`"${table.name}"`)} r ON (${key('r')}) = (${key('f')})`,
    seen,
    covers,
  };
}

const mentions = ({ texts }: Sql, words: readonly string[]) =>
  words.some((word) => texts.some((text) => new RegExp(`\\b${word}\\b`).test(text)));

const contextNames = ({ parameters }: Sql): string[] => [
  ...new Set(parameters.flatMap((each) => ('context' in each ? [each.context] : []))),
];

/** The names after FROM, JOIN and commas, and of functions. */
function namesIn({ texts }: Sql): string[] {
  const text = texts.join('$');
  const read = text.matchAll(/(?:\b(?:FROM|JOIN)|,)\s+(?:LATERAL\s+)?\(?"?([a-z_]+)"?/gi);
  const called = text.matchAll(/\b([a-z_]+)\s*\(/gi);
  return [...new Set([...read, ...called].map(([, name = '']) => name))];
}

/** What is the same for all requests of a variant: the hash of its statement, and the names of the values that decide it. */
type Fixed = { hash: string; names: string[]; moments: ReadonlySet<string> };

const fixed = new WeakMap<object, Fixed>();

function fixedOf<Context, Db>(variant: Variant<Context, Db>, { validation }: Host<Context, Db>): Fixed {
  const known = fixed.get(variant);
  if (known) return known;
  const printed = variant.roots.map(({ embed }) => embed(raw('…')));
  const ofPlans = variant.roots.flatMap(({ plan }, index) =>
    Object.keys((plan.kind === 'statement' && plan.validation?.moments) || {}).map(
      (each) => `${rootPrefix(index)}.${each}`,
    ),
  );
  const moments = new Set([...Object.keys(validation?.moments ?? {}), ...ofPlans]);
  const names = [...new Set(printed.flatMap(contextNames))].filter((name) => !moments.has(name));
  const computed = { hash: hashOf(printed.map(shapeOf).join('\u0001')), names, moments };
  fixed.set(variant, computed);
  return computed;
}

const hashOf = (text: string): string => hash('sha256', text, 'base64url');

/**
 * The key of an answer: known before anything is read. In a validator it is short: a client that finds two requests with the
 * same one deceives itself alone. Answers that are kept for all callers have the long one.
 */
export function keyOf<Context, Db>(
  variant: Variant<Context, Db>,
  { requested, values }: { requested: readonly { sql: Sql }[]; values: Readonly<Record<string, unknown>> },
  host: Host<Context, Db>,
): { key: string; longKey: string } {
  const { hash, names, moments } = fixedOf(variant, host);
  const parts = requested.map(({ sql: part }) => [
    shapeOf(part),
    namedValues(part, ''),
    contextNames(part).flatMap((name) => (moments.has(name) ? [] : [[name, values[name]]])),
  ]);
  const deciding = [host.validation?.release, hash, names.map((name) => values[name]), parts];
  const longKey = hashOf(
    JSON.stringify(deciding, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
  );
  return { key: longKey.slice(0, KEY_LENGTH), longKey };
}

/** The states in the validators that a client knows, of this key: of all rows that the caller may see, and exact ones. */
export function statesIn(
  key: string,
  known: readonly string[],
): { broad: Map<string, string>; exact: Map<string, string> } {
  const states = { broad: new Map<string, string>(), exact: new Map<string, string>() };
  for (const validator of known) {
    const state = validator.slice(KEY_LENGTH);
    if (!validator.startsWith(key) || state.length % STATE_LENGTH !== 0) continue;
    if (state.length > STATE_LENGTH) states.broad.set(state.slice(0, STATE_LENGTH), validator);
    states.exact.set(state.slice(-STATE_LENGTH), validator);
  }
  return states;
}
