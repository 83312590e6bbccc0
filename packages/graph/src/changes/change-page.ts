import type { Prisma } from '@channel/prisma';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { readOnce } from '../shared/read-once.ts';

/** A page of a stream of changes. */
export type Nodes<Node> = { nodes: Node[]; endCursor: string; hasNextPage: boolean };

/** The type of a page of changes. */
export const changePage = <Node>(
  name: string,
  node: ReturnType<ReturnType<typeof builder.objectRef<Node>>['implement']>,
  changes: string,
) =>
  builder.objectRef<Nodes<Node>>(name).implement({
    description: `Changes of ${changes}, oldest first.`,
    fields: (t) => ({
      nodes: t.field({
        type: [node],
        description: 'The changes. May be empty: many changes that are not visible or not requested may lie between.',
        // Pothos cannot derive the shape of a type that is a parameter; it is that of the nodes.
        resolve: ({ nodes }) => nodes as never,
      }),
      endCursor: t.exposeString('endCursor', {
        description:
          'The cursor up to which the page has read, from which the next page continues. It advances also over changes that are not visible or not requested.',
      }),
      hasNextPage: t.exposeBoolean('hasNextPage', {
        description: 'Whether the next page can be read at once: there may be more changes already.',
      }),
    }),
  });

/** A row of a model, with the columns that a query selects. */
export type Row<Model extends Prisma.ModelName> = Prisma.Result<
  Context['db'][Uncapitalize<Model>],
  object,
  'findFirst'
>;

type Acted = { actorId: number | null };

/** Reads the users who made the changes of a page, with the fields that the operation selects of `nodes { actor }`. */
export function actorsOf(
  context: Context,
  info: GraphQLResolveInfo,
  changes: readonly Acted[],
): (change: Acted) => () => Promise<Row<'User'>> {
  const actor = readOnce(() =>
    context.db.user.findMany({
      ...queryFromInfo({ context, info, path: ['nodes', 'actor'] }),
      where: { id: { in: changes.flatMap(({ actorId }) => actorId ?? []) } },
    }),
  );
  return ({ actorId }) =>
    async () =>
      actorId === null ? null : actor(actorId);
}
