import { getArgumentValues } from 'graphql';
import type { Host, RowBytes } from './host.ts';
import { joined, name, named, namedValues, raw, rootValues, type Sql, sql } from './sql.ts';
import { cachedStatement, type NamedStatement, type Statement, shapeOf } from './statements.ts';
import { KEY, KNOWN, keyOf, type Validated, validated } from './validators.ts';
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

/**
 * The statement that answers a request unless the client knows the answer: after the columns of the roots come the
 * validator, which is null where the answer has none, and the confirmation.
 *
 * @param known the validators that the client knows
 */
export const answeringUnknown =
  <Context, Db>(variant: Variant<Context, Db>, host: Host<Context, Db>, known: readonly string[]): Answering =>
  (request) => {
    const { column: confirmation } = host.confirmation ?? {};
    const values = { ...request.values, [KNOWN]: known, [KEY]: undefined };
    const statement = cached(`${variant.id}/unknown`, { ...request, values }, (parts) => {
      const { tables, columns }: Partial<Validated> = validated(variant, parts, host) ?? {};
      const plain = () => [...variant.roots.map(({ embed }, index) => embed(parts[index] ?? raw(''))), raw('NULL')];
      return { tables, columns: [...(columns ?? plain()), ...(confirmation ? [confirmation] : [])] };
    });
    const at = statement.names.indexOf(KEY);
    return at < 0 ? statement : { ...statement, values: statement.values.with(at, keyOf(statement, variant, host)) };
  };

/** A statement with one row of texts, from the cache; `columnsOf` makes its columns of the parts that a request decides. */
function cached(
  id: string,
  { requested, values }: Request,
  columnsOf: (parts: readonly Sql[]) => { tables?: Sql | undefined; columns: Sql[] },
): NamedStatement {
  const given = Object.fromEntries(requested.flatMap((part, index) => namedValues(part.sql, `q${index}`)));
  const make = () => {
    const { tables, columns } = columnsOf(requested.map((part, index) => named(part.sql, `q${index}`)));
    const selected = joined(
      columns.map((column, index) => sql`(${column})::text AS ${name(String(index))}`),
      ', ',
    );
    return tables ? sql`WITH ${tables} SELECT ${selected} FROM state` : sql`SELECT ${selected}`;
  };
  const key = [id, ...requested.map((part) => shapeOf(part.sql))].join('\u0001');
  const isPlannedEachTime = requested.some((part) => part.sql.isPlannedEachTime);
  return cachedStatement(key, make, { ...values, ...given }, isPlannedEachTime);
}
