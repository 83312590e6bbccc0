import { getArgumentValues } from 'graphql';
import type { AnswerCache } from './answer-cache.ts';
import type { Host } from './host.ts';
import { fromContext, joined, name, named, namedValues, raw, rootValues, type Sql, sql } from './sql.ts';
import { cachedStatement, type RowBytes, type Statement, shapeOf } from './statements.ts';
import { KNOWN, keyOf, stateOf, statesIn } from './validators.ts';
import { type Root, rootPrefix, type Variant } from './variants.ts';

/* The statements of one request to a compiled operation. */

type Values = Readonly<Record<string, unknown>>;

/** The part of a statement that a request decides, of one root field. */
export type Requested = { sql: Sql; isFoundFirst: boolean };

/** A request: its parts, one for each root field, and the values of the context and of plans. */
export type Request = { requested: readonly Requested[]; values: Values };

/**
 * The coerced arguments of a root field.
 *
 * @throws the errors of the host's `checkArguments`
 */
export function argumentsOf<Context, Db>(
  { field, node }: Root<Context, Db>,
  variables: Values,
  host: Host<Context, Db>,
): never {
  const args = getArgumentValues(field, node, variables);
  host.checkArguments?.(field, args);
  // The plan takes the arguments that its field declares.
  return args as never;
}

/** @throws the errors of plans, like their resolvers */
export async function requestOf<Context, Db>(
  { roots }: Variant<Context, Db>,
  variables: Values,
  values: Values,
  context: Context,
  host: Host<Context, Db>,
): Promise<Request> {
  const requested: Requested[] = [];
  const all = { ...values };
  for (const [index, root] of roots.entries()) {
    if (root.plan.kind === 'write') throw new Error('a query has a write plan');
    const plan = await root.plan.build(argumentsOf(root, variables, host), context);
    if (root.plan.kind === 'statement')
      Object.assign(all, Object.fromEntries(rootValues(plan as Values, rootPrefix(index))));
    requested.push(requestedOf(root, plan));
  }
  return { requested, values: all };
}

export function requestedOf<Context, Db>(root: Root<Context, Db>, plan: object): Requested {
  const requested = root.requestedSql(plan);
  const isHinted = 'isFoundFirst' in plan && plan.isFoundFirst === true;
  return { sql: requested, isFoundFirst: isHinted || requested.isPlannedEachTime };
}

/** Makes the statement of a request. */
type Answering = (request: Request) => Statement;

/** Reads the answer of a request by the statement that `answering` makes of it. */
export async function read<Context, Db>(
  variant: Variant<Context, Db>,
  request: Request,
  db: Db,
  { query, queryInSnapshot }: Host<Context, Db>,
  answering: Answering,
): Promise<RowBytes> {
  const foundFirst = request.requested.filter(({ isFoundFirst }) => isFoundFirst);
  if (foundFirst.length === 0) return firstOf(await query(db, answering(request)));
  const finding = cached(`${variant.id}/found`, { ...request, requested: foundFirst }, (parts) => ({
    columns: parts.map((part) => sql`SELECT json_agg(row_to_json(l.*)) FROM (${part}) l`),
  }));
  const answeringFound = (rows: readonly RowBytes[]) => {
    const lists = firstOf(rows);
    const requested = request.requested.map((part, index) => {
      const at = foundFirst.indexOf(part);
      const found = variant.roots[index]?.foundSql(lists[at]?.toString() ?? '[]');
      return at < 0 || !found ? part : { sql: found, isFoundFirst: false };
    });
    return answering({ ...request, requested });
  };
  return firstOf(await queryInSnapshot(db, finding, answeringFound));
}

const firstOf = ([row = []]: readonly RowBytes[]): RowBytes => row;

/** The statement that answers a request: a column for each root, and the confirmation of the context if any. */
export const answering =
  <Context, Db>({ id, roots }: Variant<Context, Db>, confirmation?: Sql): Answering =>
  (request) =>
    cached(confirmation ? `${id}/confirmed` : id, request, (parts) => ({
      columns: [
        ...roots.map(({ embed }, index) => embed(parts[index] ?? raw(''))),
        ...(confirmation ? [confirmation] : []),
      ],
    }));

/** An answer with its validator, or the validator of one that the client knows. */
export type Validated = { row: RowBytes; validator: string | undefined; isKnown: boolean };

/**
 * Reads the answer of a request with its validator, unless the client or the cache has it: first the state alone, by a
 * statement that Postgres prepares in a tenth of the time that it takes for the answer. For an answer that the client
 * knows, the row has only single values, such as a version.
 *
 * @param known the validators that the client knows
 * @param cache where the host has one for the request
 * @param confirm takes the confirmation of the context
 */
export async function readUnlessKnown<Context, Db>(
  variant: Variant<Context, Db>,
  request: Request,
  db: Db,
  host: Host<Context, Db>,
  known: readonly string[],
  cache: AnswerCache | undefined,
  confirm: (confirmation: Buffer | null) => void,
): Promise<Validated> {
  const { id, roots } = variant;
  const confirmation = host.confirmation ? [host.confirmation.column] : [];
  const isFoundFirst = request.requested.some((part) => part.isFoundFirst);
  const requested = request.requested.map((part) => part.sql);
  const { key, longKey } = keyOf(variant, request, host);
  // What must be found first is compared by broad states, which nearly every change of an order alters.
  const kept = isFoundFirst ? undefined : cache?.find(longKey);
  const { broad, exact } = statesIn(key, kept ? [kept.validator, ...known] : known);
  if (exact.size > 0) {
    const statement = cached(
      `${id}/${isFoundFirst ? 'broad' : 'exact'}`,
      request,
      (parts) => {
        const state = stateOf(variant, parts, requested, host);
        const single = roots.map(({ plan, embed }, index) =>
          plan.kind === 'value' && state && !isFoundFirst ? embed(state.parts[index] ?? raw('')) : raw('NULL'),
        );
        // What takes long to find, and to plan, is left out.
        const column = (isFoundFirst ? state?.broad : state?.exact) ?? raw('NULL');
        return { tables: isFoundFirst ? [] : (state?.found ?? []), columns: [...single, column, ...confirmation] };
      },
      false,
    );
    const row = firstOf(await host.query(db, statement));
    confirm(row[roots.length + 1] ?? null);
    const validator = (isFoundFirst ? broad : exact).get(String(row[roots.length]));
    if (validator !== undefined && known.includes(validator)) return { row, validator, isKnown: true };
    if (validator !== undefined && validator === kept?.validator) {
      cache?.confirmed();
      return { ...kept, isKnown: false };
    }
  }
  const all = { ...request, values: { ...request.values, [KNOWN]: [...exact.keys()] } };
  // What was found first has one form, whatever found it.
  const finding = isFoundFirst ? requested.map(shapeOf).join('\u0001') : '';
  const row = await read(variant, all, db, host, (found) =>
    cached(`${id}/validated${finding}`, found, (parts) => {
      const state = stateOf(variant, parts, requested, host);
      const columns = roots.map(({ plan, embed }, index) => {
        const answer = embed(state?.parts[index] ?? parts[index] ?? raw(''));
        return state && isFoundFirst && plan.kind !== 'value'
          ? sql`CASE WHEN state.exact <> ALL (${fromContext(KNOWN, 'text[]')}) THEN (${answer}) END`
          : answer;
      });
      if (!state) return { columns: [...columns, raw('NULL'), raw('NULL'), ...confirmation] };
      const { found: rows, broad: whole, exact: precise } = state;
      const first = (isFoundFirst ? whole : undefined) ?? raw("''");
      const hashes = sql`state AS MATERIALIZED (SELECT ${first} AS broad, ${precise} AS exact)`;
      return {
        tables: [...rows, hashes],
        from: raw('state'),
        columns: [...columns, raw('state.broad'), raw('state.exact'), ...confirmation],
      };
    }),
  );
  const [whole, precise, confirmed] = row.slice(roots.length);
  confirm(confirmed ?? null);
  const own = precise ? `${key}${whole}${precise}` : undefined;
  if (!isFoundFirst) {
    const answer = row.slice(0, roots.length);
    // Without a row, normal execution answers, with an error.
    if (own && answer.every((column) => column !== null)) cache?.note(longKey, own, answer);
    else cache?.forget(longKey);
    return { row, validator: own, isKnown: false };
  }
  // The client's own, even if rows that it did not find have changed since.
  const validator = exact.get(String(precise));
  return { row, validator: validator ?? own, isKnown: validator !== undefined };
}

/** A statement with one row of texts, from the cache; `columnsOf` makes its columns of the parts that a request decides. */
function cached(
  id: string,
  { requested, values }: Request,
  columnsOf: (parts: readonly Sql[]) => { tables?: readonly Sql[]; from?: Sql; columns: Sql[] },
  isPlannedEachTime = requested.some((part) => part.sql.isPlannedEachTime),
): Statement {
  const given = Object.fromEntries(requested.flatMap((part, index) => namedValues(part.sql, `q${index}`)));
  const make = () => {
    const { tables = [], from, columns } = columnsOf(requested.map((part, index) => named(part.sql, `q${index}`)));
    const selected = joined(
      columns.map((column, index) => sql`(${column})::text AS ${name(String(index))}`),
      ', ',
    );
    const whole = from ? sql`SELECT ${selected} FROM ${from}` : sql`SELECT ${selected}`;
    return tables.length > 0 ? sql`WITH ${joined(tables, ', ')} ${whole}` : whole;
  };
  const key = [id, ...requested.map((part) => shapeOf(part.sql))].join('\u0001');
  return cachedStatement(key, make, { ...values, ...given }, isPlannedEachTime);
}
