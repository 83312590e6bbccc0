import { hash } from 'node:crypto';
import type { Host } from './host.ts';
import { joined, namedValues, ofRoot, raw, type Sql, sql } from './sql.ts';
import { shapeOf } from './statements.ts';
import { tableOf } from './tables.ts';
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
  /** The hash of stamps alone, of every row that the caller may see. */
  broad: Sql;
  /** The hash of stamps, and of the versions of the found rows. */
  exact: Sql;
};

/**
 * The state of what the roots of a request read.
 *
 * @param parts the part of each root that a request decides
 * @returns undefined where the answer has no validator: it shows what may change without a stamp or a version
 */
export function stateOf<Context, Db>(
  { roots }: Variant<Context, Db>,
  parts: readonly Sql[],
  host: Host<Context, Db>,
): State | undefined {
  const { validation } = host;
  if (!validation) return undefined;
  /** By table: for each root that reads it, the subjects of the rows, or undefined where it reads any rows. */
  const tables = new Map<string, (Sql | undefined)[]>();
  const found: Sql[] = [];
  const [common, seen, versions]: [Sql[], Sql[], Sql[]] = [[], [], []];
  const again = roots.map((root, index) => {
    const part = parts[index] ?? raw('');
    const rows = foundRows(root, host, raw(`found${index}`));
    if (rows) {
      found.push(sql`${rows.name} AS MATERIALIZED (SELECT l.*, row_number() OVER () AS place FROM (${part}) l)`);
      seen.push(rows.seen);
      versions.push(rows.state);
    }
    // Found rows are a part of the state, whatever finds them.
    const shown = root.embed(rows ? raw('') : part);
    if (mentions(shown, validation.unversioned)) tables.set('', []);
    const own = root.plan.kind === 'statement' ? (root.plan.validation ?? {}) : {};
    for (const table of new Set(namesIn(shown).flatMap(validation.tablesOf))) {
      if (rows?.covers.includes(table)) continue;
      const subject = own.subjects?.[table];
      const known = tables.get(table) ?? [];
      tables.set(table, [...known, subject && ofRoot(subject, rootPrefix(index))]);
    }
    common.push(...Object.values(own.moments ?? {}).map((moment) => ofRoot(moment, rootPrefix(index))));
    for (const parameter of contextNames(shown)) {
      const moment = validation.moments[parameter];
      if (moment) common.push(moment);
    }
    return rows?.again ?? part;
  });
  const names = [...tables.keys()].sort();
  if (!names.every((table) => validation.stamped.has(table))) return undefined;
  const subjects = Object.fromEntries(
    [...tables].flatMap(([table, read]) => {
      const each = read.filter((subject) => subject !== undefined);
      return each.length > 0 && each.length === read.length ? [[table, joined(each, ' || ')]] : [];
    }),
  );
  if (names.length > 0) common.unshift(validation.stampsOf(names, subjects));
  return {
    found,
    parts: again,
    broad: hashed([...common, ...new Set(seen)]),
    exact: hashed([...common, ...versions]),
  };
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
  const { covers, version, seen } = versioned;
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
  // The version, and the transaction that wrote the row: also where it changed without its version.
  return {
    name: found,
    again: sql`SELECT ${key('f')} FROM ${found} f ORDER BY f.place`,
    state: sql`SELECT string_agg(concat_ws('.', ${key('r')}, r.${raw(version)}, r.xmin), ',' ORDER BY f.place)
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

const hashOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, KEY_LENGTH);

/** The key of an answer: known before anything is read. */
export function keyOf<Context, Db>(
  variant: Variant<Context, Db>,
  { requested, values }: { requested: readonly { sql: Sql }[]; values: Readonly<Record<string, unknown>> },
  host: Host<Context, Db>,
): string {
  const { hash, names, moments } = fixedOf(variant, host);
  const parts = requested.map(({ sql: part }) => [
    shapeOf(part),
    namedValues(part, ''),
    contextNames(part).flatMap((name) => (moments.has(name) ? [] : [[name, values[name]]])),
  ]);
  const deciding = [host.validation?.release, hash, names.map((name) => values[name]), parts];
  return hashOf(JSON.stringify(deciding, (_key, value) => (typeof value === 'bigint' ? String(value) : value)));
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
