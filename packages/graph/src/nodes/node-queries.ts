import { brandWithType } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { FieldErrors } from '../errors.ts';
import { checkNodeScopes } from '../scopes/check-scopes.ts';
import { Node } from '../shared/node.ts';
import { ENTITIES, type Entity, type Key } from './entities.ts';

const MAX_NODES = 100;

type Named = { type: string; entity: Entity; key: Key };
type Row = typeof Node.$inferType;

/** The type and the key that an id names; undefined for an id that no entity can have. */
function named(id: string): Named | undefined {
  const colon = id.indexOf(':');
  const type = id.slice(0, Math.max(colon, 0));
  const entity = Object.hasOwn(ENTITIES, type) ? ENTITIES[type] : undefined;
  const key = entity?.keyOf(id.slice(colon + 1));
  return entity && key !== undefined ? { type, entity, key } : undefined;
}

/** @throws a validation error with the paths of ids that no entity can have; forbidden beyond the actor's scopes */
function allNamed(ids: readonly string[], pathOf: (index: number) => (string | number)[], context: Context): Named[] {
  const fieldErrors = new FieldErrors();
  const found = ids.flatMap((id, index) => {
    const entity = named(id);
    if (!entity) fieldErrors.add(pathOf(index), 'must be the id of an entity, such as Order:17.');
    return entity ?? [];
  });
  fieldErrors.throwIfAny();
  checkNodeScopes(
    context,
    found.map(({ type }, index) => ({ type, path: pathOf(index) })),
  );
  return found;
}

type Delegate = { findMany(query: object): Promise<Row[]> };

/** What Prisma reads for the selected fields of a type; all columns of a type that Pothos does not derive from a model. */
const selectionOf = (type: string, context: Context, info: GraphQLResolveInfo): object =>
  info.schema.getType(type)?.extensions.pothosPrismaModel ? queryFromInfo({ context, info, typeName: type }) : {};

/** The visible entities of one type, by their ids. */
async function readOfType(
  nodes: [Named, ...Named[]],
  context: Context,
  info: GraphQLResolveInfo,
): Promise<[string, Row][]> {
  const [{ type, entity }] = nodes;
  const keys = nodes.map(({ key }) => key);
  const { model, visible } = entity;
  const delegate = Reflect.get(context.db, `${model[0]?.toLowerCase()}${model.slice(1)}`) as Delegate;
  const rows = await delegate.findMany({
    ...selectionOf(type, context, info),
    where: { AND: [{ id: { in: keys } }, await visible(context, keys)] },
  });
  return rows.map((row) => {
    // The name comes from `ENTITIES`, each of which is a type of the schema.
    brandWithType(row, type as never);
    return [`${type}:${row.id}`, row];
  });
}

/** The entities that the actor sees, in the order of the ids; null for others. One statement for each type. */
async function read(nodes: Named[], context: Context, info: GraphQLResolveInfo): Promise<(Row | null)[]> {
  const byType = Map.groupBy(nodes, ({ type }) => type);
  const found = await Promise.all(
    [...byType.values()].map((ofType) => readOfType(ofType as [Named, ...Named[]], context, info)),
  );
  const rows = new Map(found.flat());
  return nodes.map(({ type, key }) => rows.get(`${type}:${key}`) ?? null);
}

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    nullable: true,
    description: 'The entity with an id; null where it does not exist or the viewer may not see it.',
    args: { id: t.arg.id({ required: true, description: 'An id, such as `Order:17`.' }) },
    resolve: async (_root, { id }, context, info) => {
      const [row] = await read(
        allNamed([String(id)], () => ['id'], context),
        context,
        info,
      );
      return row ?? null;
    },
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: false, items: true },
    description:
      'The entities with these ids, in their order; null for each that does not exist or the viewer may not see.',
    args: { ids: t.arg.idList({ required: true, description: `At most ${MAX_NODES} ids, such as \`Order:17\`.` }) },
    resolve: (_root, { ids }, context, info) => {
      const fieldErrors = new FieldErrors();
      if (ids.length > MAX_NODES) fieldErrors.add(['ids'], `must hold at most ${MAX_NODES} entries.`);
      fieldErrors.throwIfAny();
      return read(
        allNamed(ids.map(String), (index) => ['ids', index], context),
        context,
        info,
      );
    },
  }),
}));
