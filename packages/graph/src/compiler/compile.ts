import { createHash } from 'node:crypto';
import { isClient, queryRows } from '@channel/prisma';
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getVariableValues,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import type { Context } from '../context.ts';
import { holds, organizationIdsOf } from '../people/principals.ts';
import type { RootPlan } from './plans.ts';
import { type ContextualQuery, objectSql, type Scope, selectedFields } from './project.ts';
import { bound, concat, finish, joined, name, raw, Sql, sql } from './sql.ts';
import { member, type Row, type Rows, related } from './twins.ts';
import { aliases, orderSql, tableOf, Unsupported, whereSql } from './where.ts';

/** An operation that answers by one statement. */
export type Compiled = {
  /** The JSON text of each root field; undefined where the normal way must say what is the matter. */
  run(variables: Readonly<Record<string, unknown>>, context: Context): Promise<Record<string, string> | undefined>;
  /** The statement, as far as it is known before a request: conditions stand as `…`. */
  explain(): string;
};

type Variables = Readonly<Record<string, unknown>>;

/** A root field: what it prints of each row, and how it finds the rows of a request. */
type Root = {
  key: string;
  node: FieldNode;
  field: GraphQLField<unknown, unknown>;
  plan: RootPlan;
  /** The statement of a request, around the plan's answer. */
  assemble(plan: unknown): Sql;
};

/** What a set of included branches comes to. */
type Variant = { roots: Root[]; contextual: Contextual[] };
type Contextual = { query: ContextualQuery; prefix: string; model: string; texts: string };

const MAX_STATEMENTS = 500;
const statementNames = new Map<string, string>();

/** A name under which connections keep a statement prepared; undefined when there are too many to keep. */
function statementName(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known || statementNames.size >= MAX_STATEMENTS) return known;
  const made = `op_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  statementNames.set(text, made);
  return made;
}

/**
 * Compiles a persisted query. What it answers is what normal execution answers; what it can't say, it refuses here.
 *
 * @throws {Unsupported} with the reason
 */
export function compile(schema: GraphQLSchema, document: DocumentNode): Compiled {
  const operation = document.definitions.find(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  );
  if (operation?.operation !== 'query') throw new Unsupported('only queries are compiled');
  const fragments = new Map(
    document.definitions.flatMap((node): [string, FragmentDefinitionNode][] =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [],
    ),
  );
  const deciding = decidingVariables(document);
  const variants = new Map<string, Variant>();
  const variantFor = (variables: Variables): Variant => {
    const key = deciding.map((variable) => String(variables[variable])).join();
    const known = variants.get(key) ?? variantOf(schema, operation, fragments, variables);
    variants.set(key, known);
    return known;
  };
  const simplest = variantFor({});

  return {
    async run(given, context) {
      // Inside a transaction the statement must see what the transaction wrote; nobody signed in is refused by the schema.
      if (!isClient(context.db) || !context.actor) return undefined;
      const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], given);
      if (!coerced) return undefined;
      const { roots, contextual } = variantFor(coerced);
      const values = contextValues(contextual, context);
      if (!values) return undefined;
      const pieces: Sql[] = [];
      for (const root of roots) {
        const plan = await root.plan.build(getArgumentValues(root.field, root.node, coerced) as never, context);
        if (root.plan.kind === 'statement') Object.assign(values, plan);
        pieces.push(sql`(${root.assemble(plan)})::text`);
      }
      const { text, values: parameters } = finish(sql`SELECT ${joined(pieces, ', ')}`, values);
      const [row] = await queryRows(context.db, { name: statementName(text), text, values: parameters });
      return answerOf(roots, row ?? []);
    },
    explain: () => simplest.roots.map(({ assemble }) => assemble(EMPTY_PLAN).texts.join('…')).join('\n'),
  };
}

/** A plan without conditions, to show a statement. */
const EMPTY_PLAN = { where: {}, page: 1, perPage: 1 };

function answerOf(roots: readonly Root[], row: readonly unknown[]): Record<string, string> | undefined {
  const answer: Record<string, string> = {};
  for (const [index, { key }] of roots.entries()) {
    const text = row[index];
    // Every root that is compiled is non-null: nothing means that the normal way refuses.
    if (typeof text !== 'string') return undefined;
    answer[key] = text;
  }
  return answer;
}

function decidingVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive({ name: { value: directive }, arguments: args }) {
      const value = args?.[0]?.value;
      if ((directive === 'include' || directive === 'skip') && value?.kind === Kind.VARIABLE)
        names.add(value.name.value);
    },
  });
  return [...names];
}

function variantOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: Scope['fragments'],
  conditions: Variables,
): Variant {
  const queryType = schema.getQueryType();
  if (!queryType) throw new Unsupported('the schema has no queries');
  const contextual = new Map<ContextualQuery, Contextual>();
  const scope: Scope = { fragments, conditions, contextual: contextualRows(contextual) };
  const newAlias = aliases('t');
  const roots = selectedFields([operation.selectionSet], scope).map(({ key, nodes }): Root => {
    const [node] = nodes;
    const field = queryType.getFields()[node.name.value];
    const plan = field?.extensions.plan as RootPlan | undefined;
    if (!field || !plan) throw new Unsupported(`Query.${node.name.value} has no plan`);
    const type = getNamedType(field.type);
    const print = (row: Row) => {
      if (isObjectType(type)) return objectSql(type, nodes, row, scope);
      if (row.kind === 'values' && row.values.value) return row.values.value;
      throw new Unsupported(`Query.${field.name} prints a ${type.name}`);
    };
    return { key, node, field, plan, assemble: assembler(plan, print, newAlias) };
  });
  return { roots, contextual: [...contextual.values()] };
}

/** Prints the row once, at start; a request adds its conditions. */
function assembler(plan: RootPlan, print: (row: Row) => Sql, newAlias: () => string): (plan: unknown) => Sql {
  if (plan.kind === 'statement') {
    const whole = plan.statement(print, newAlias);
    return () => whole;
  }
  const table = name(tableOf(plan.model).table);
  const request = (): { model: string; alias: string; newAlias: () => string } => ({
    model: plan.model,
    alias: 'q',
    newAlias: aliases('w'),
  });
  if (plan.kind === 'meta') {
    const printed = print({
      kind: 'values',
      values: { total: raw('n.total'), page: raw('n.page'), perPage: raw('n.per_page') },
      newAlias,
    });
    return (built) => {
      const { where, page, perPage } = built as { where: unknown; page: number; perPage: number };
      return sql`SELECT ${printed} FROM (SELECT count(*)::int AS total, ${bound(page, 'int')} AS page, ${bound(perPage, 'int')} AS per_page
        FROM ${table} q WHERE ${whereSql(request(), where)}) n`;
    };
  }
  const alias = newAlias();
  const row: Row = { kind: 'model', model: plan.model, alias, newAlias };
  const printed = plan.kind === 'value' ? member(row, plan.column) : print(row);
  const isOne = plan.kind !== 'list';
  return (built) => {
    const { where, orderBy, take, skip } = built as { where: unknown; orderBy?: unknown; take?: number; skip?: number };
    const asked = request();
    const order = orderSql(asked, orderBy);
    const found = concat([
      sql`SELECT q.id FROM ${table} q WHERE ${whereSql(asked, where)}`,
      order.texts.join('') === '' ? raw('') : sql` ORDER BY ${order}`,
      isOne ? raw(' LIMIT 1') : take === undefined ? raw('') : sql` LIMIT ${bound(take, 'int')}`,
      skip === undefined ? raw('') : sql` OFFSET ${bound(skip, 'int')}`,
    ]);
    if (isOne) return sql`SELECT ${printed} FROM ${table} ${raw(alias)} WHERE ${raw(alias)}.id = (${found})`;
    // The ids of the page are found alone, so that skipped rows cost an index entry and not a row.
    return sql`SELECT coalesce(json_agg(${printed} ORDER BY f.position), '[]')
      FROM (SELECT l.id, row_number() OVER () AS position FROM (${found}) l) f JOIN ${table} ${raw(alias)} ON ${raw(alias)}.id = f.id`;
  };
}

/** Conditions that depend on the context: their text is taken from a probe, their values from each request. */
function contextualRows(known: Map<ContextualQuery, Contextual>): Scope['contextual'] {
  return (row, field, query): Rows => {
    const probe = query({}, PROBE);
    const rows = related(row, field, { orderBy: probe.orderBy });
    if (rows.row.kind !== 'model') throw new Unsupported(`${field} is no relation of rows`);
    const condition = whereSql(rows.row, probe.where ?? {});
    const { prefix } = known.get(query) ?? { prefix: `c${known.size}` };
    const texts = whereSql(probeRow(rows.row.model), probe.where ?? {}).texts.join('?');
    known.set(query, { query, prefix, model: rows.row.model, texts });
    const named = new Sql(
      condition.texts,
      condition.parameters.map((_parameter, index) => ({ context: `${prefix}.${index}` })),
    );
    return { ...rows, where: sql`${rows.where} AND ${named}` };
  };
}

const probeRow = (model: string) => ({ model, alias: 'p', newAlias: aliases('p') });

/** An actor of one organization: conditions have the same text for any number of them. */
const PROBE = { actor: { userId: 0, name: '', isSystem: false, roles: [{ organizationId: 0 }], clientIds: [] } };

function contextValues(contextual: readonly Contextual[], context: Context): Record<string, unknown> | undefined {
  const values: Record<string, unknown> = {
    lang: context.lang,
    apiUrl: context.settings.apiUrl,
    organizationIds: organizationIdsOf(context.actor),
    staffOf: organizationIdsOf(context.actor).filter((id) => holds(context, 'allOrders', id)),
    now: context.now,
  };
  for (const { query, prefix, model, texts } of contextual) {
    const condition = whereSql(probeRow(model), query({}, context).where ?? {});
    if (condition.texts.join('?') !== texts) return undefined;
    condition.parameters.forEach((parameter, index) => {
      if ('value' in parameter) values[`${prefix}.${index}`] = parameter.value;
    });
  }
  return values;
}
