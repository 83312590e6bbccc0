import { fieldSql, literal, member, sql } from 'graphql-sql';
import { builder } from '../builder.ts';

/**
 * The interface of entities: objects whose content depends on nothing but type, id, reader and time. A cache may keep
 * them by their id. Everything else names what it is about (`rateId`, `productId`) and has no field `id`. Each type
 * that implements it has a row in `nodes/entities.ts`.
 */
export const Node = builder.interfaceRef<{ id: number | bigint | string }>('Node').implement({
  description: 'An entity: an object that caches may keep by its `id`, and that the field `node` reads again.',
  fields: (t) => ({
    id: t.id({
      description: 'Its type and its key, such as `Order:17`: unique among all entities.',
      extensions: fieldSql((row, type) => ({ value: sql`(${literal(`${type}:`)} || ${member(row, 'id')})` })),
      resolve: ({ id }, _args, _context, { parentType }) => `${parentType.name}:${id}`,
    }),
  }),
});
