import { createHash } from 'node:crypto';
import type { Host } from './host.ts';
import { fromContext, joined, ofRoot, raw, type Sql, sql } from './sql.ts';
import type { NamedStatement } from './statements.ts';
import { tableOf } from './tables.ts';
import { type Root, rootPrefix, type Variant } from './variants.ts';
import { keySql } from './where.ts';

/*
 * A validator identifies an answer without its text: it is the hash of the statement with its values, and of the state of
 * what the statement reads. For rows of a model that has versions, the state is the keys and versions of the found rows;
 * for everything else, the stamps of the tables. Answers with equal validators are equal.
 */

/** The names of the values of a statement: the validators that the client knows, and the key of the answer. */
export const KNOWN = 'known';
export const KEY = 'key';

/** Characters of a key, and of the hash of what a statement reads. */
const KEY_LENGTH = 16;
const STATE_LENGTH = 22;

/** The parts of a statement whose roots are null where the client knows the validator, its last column. */
export type Validated = { tables: Sql; columns: Sql[] };

/**
 * Makes the columns of an answer depend on its validator. Single values, such as a version, are answered in any case.
 *
 * @param parts the part of each root that a request decides
 * @returns undefined where the answer has no validator: it shows what may change without a stamp or a version
 */
export function validated<Context, Db>(
  { roots }: Variant<Context, Db>,
  parts: readonly Sql[],
  host: Host<Context, Db>,
): Validated | undefined {
  const { validation } = host;
  if (!validation) return undefined;
  /** By table: for each root that reads it, the subjects of the rows, or undefined where it reads any rows. */
  const tables = new Map<string, (Sql | undefined)[]>();
  const found: Sql[] = [];
  const states: Sql[] = [];
  const columns = roots.map((root, index) => {
    const part = parts[index] ?? raw('');
    const rows = foundRows(root, host, raw(`found${index}`));
    if (rows) {
      found.push(sql`${rows.name} AS MATERIALIZED (SELECT l.*, row_number() OVER () AS place FROM (${part}) l)`);
      states.push(rows.state);
    }
    const answer = root.embed(rows?.again ?? part);
    // Found rows are a part of the state, whatever finds them.
    const shown = rows ? root.embed(raw('')) : answer;
    if (mentions(shown, validation.unversioned)) tables.set('', []);
    const own = root.plan.kind === 'statement' ? (root.plan.validation ?? {}) : {};
    for (const table of new Set(namesIn(shown).flatMap(validation.tablesOf))) {
      if (rows?.covers.includes(table)) continue;
      const subject = own.subjects?.[table];
      const known = tables.get(table) ?? [];
      tables.set(table, [...known, subject && ofRoot(subject, rootPrefix(index))]);
    }
    states.push(...Object.values(own.moments ?? {}).map((moment) => ofRoot(moment, rootPrefix(index))));
    for (const parameter of new Set(shown.parameters.map((each) => ('context' in each ? each.context : '')))) {
      const moment = validation.moments[parameter];
      if (moment) states.push(moment);
    }
    return root.plan.kind === 'value'
      ? answer
      : sql`CASE WHEN state.validator <> ALL (${fromContext(KNOWN, 'text[]')}) THEN (${answer}) END`;
  });
  const names = [...tables.keys()].sort();
  if (!names.every((table) => validation.stamped.has(table))) return undefined;
  const subjects = Object.fromEntries(
    [...tables].flatMap(([table, read]) => {
      const each = read.filter((subject) => subject !== undefined);
      return each.length > 0 && each.length === read.length ? [[table, joined(each, ' || ')]] : [];
    }),
  );
  const stamps = names.length === 0 ? [] : [validation.stampsOf(names, subjects)];
  const texts = [...stamps, ...states].map((each) => sql`coalesce((${each})::text, '')`);
  return {
    tables: joined(
      [...found, sql`state AS MATERIALIZED (SELECT ${hashed(joined(texts, ", '|', ", "''"))} AS validator)`],
      ', ',
    ),
    columns: [...columns, raw('state.validator')],
  };
}

const hashed = (texts: Sql): Sql =>
  sql`${fromContext(KEY, 'text')} || left(translate(encode(sha256(convert_to(concat(${texts}), 'UTF8')), 'base64'), '+/', '-_'), ${raw(String(STATE_LENGTH))})`;

/** The rows that a root finds, as a table expression; undefined for a model without versions. */
function foundRows<Context, Db>(
  { plan }: Root<Context, Db>,
  { tables, validation }: Host<Context, Db>,
  found: Sql,
): { name: Sql; again: Sql; state: Sql; covers: readonly string[] } | undefined {
  const versioned = 'model' in plan ? validation?.versioned[plan.model] : undefined;
  if (!versioned || !('model' in plan)) return undefined;
  const { covers, version } = versioned;
  if (plan.kind === 'meta')
    return {
      name: found,
      again: sql`SELECT total, page, per_page FROM ${found}`,
      state: sql`SELECT total FROM ${found}`,
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
    covers,
  };
}

const mentions = ({ texts }: Sql, words: readonly string[]) =>
  words.some((word) => texts.some((text) => new RegExp(`\\b${word}\\b`).test(text)));

/** The names after FROM, JOIN and commas, and of functions. */
function namesIn({ texts }: Sql): string[] {
  const text = texts.join('$');
  const read = text.matchAll(/(?:\b(?:FROM|JOIN)|,)\s+(?:LATERAL\s+)?\(?"?([a-z_]+)"?/gi);
  const called = text.matchAll(/\b([a-z_]+)\s*\(/gi);
  return [...new Set([...read, ...called].map(([, name = '']) => name))];
}

const moments = new WeakMap<object, ReadonlySet<string>>();

/** The names of the values that don't decide an answer: when, by whom and in which state of the client it is read. */
function momentsOf<Context, Db>(
  variant: Variant<Context, Db>,
  { confirmation, validation }: Host<Context, Db>,
): ReadonlySet<string> {
  const computed = moments.get(variant);
  if (computed) return computed;
  const ofPlans = variant.roots.flatMap(({ plan }, index) =>
    Object.keys((plan.kind === 'statement' && plan.validation?.moments) || {}).map(
      (each) => `${rootPrefix(index)}.${each}`,
    ),
  );
  const ofConfirmation = confirmation?.column.parameters.map((each) => ('context' in each ? each.context : '')) ?? [];
  const names = new Set([KNOWN, KEY, ...Object.keys(validation?.moments ?? {}), ...ofConfirmation, ...ofPlans]);
  moments.set(variant, names);
  return names;
}

/** The key of an answer: the hash of its statement and of the values that decide it, known before the statement runs. */
export function keyOf<Context, Db>(
  { hash, names, values }: NamedStatement,
  variant: Variant<Context, Db>,
  host: Host<Context, Db>,
): string {
  const left = momentsOf(variant, host);
  const deciding = values.filter((_value, index) => !left.has(names[index] ?? ''));
  const text = JSON.stringify([host.validation?.release, hash, deciding], (_key, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return createHash('sha256').update(text).digest('base64url').slice(0, KEY_LENGTH);
}
