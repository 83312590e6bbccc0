import { builder } from '../builder.ts';
import { User } from '../people/user.ts';
import { Node } from '../shared/node.ts';

export const Channel = builder.enumType('Channel', {
  description: 'The channel through which a change was made.',
  values: {
    api: { description: 'The REST API.' },
    console: { description: 'The staff console.' },
    graphql: { description: 'A GraphQL operation of an external tool.' },
    batch: { description: 'A batch that staff started in the console.' },
    system: { description: 'The system itself: imports, expiries, endpoints that failed for too long.' },
  } as const,
});

export const AuditEntry = builder.prismaObject('AuditEntry', {
  select: { id: true },
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.string({
      description: "The entry's id; later entries have higher ids.",
      resolve: ({ id }) => String(id),
    }),
    at: t.expose('at', { type: 'DateTime' }),
    channel: t.expose('channel', { type: Channel }),
    action: t.exposeString('action'),
    entity: t.exposeString('entity'),
    entityId: t.exposeInt('entityId', {
      nullable: true,
      description: 'Id of the resource; null where the resource has no numeric id.',
    }),
    actor: t.relation('actor', {
      type: User,
      nullable: true,
      description: 'The user who made the change; null where no signed-in user did.',
    }),
    organization: t.relation('organization', {
      nullable: true,
      description: 'The organization to whose log the entry belongs; null for logins, which belong to the user.',
    }),
    before: t.field({
      type: 'Unknown',
      nullable: true,
      description: 'The changed members before the change; null where the resource did not exist.',
      select: { before: true },
      resolve: ({ before }) => before,
    }),
    after: t.field({
      type: 'Unknown',
      nullable: true,
      description: 'The changed members after the change; null where the resource no longer exists.',
      select: { after: true },
      resolve: ({ after }) => after,
    }),
    requestId: t.exposeString('requestId', { nullable: true }),
    address: t.exposeString('address', { nullable: true }),
    batchId: t.exposeInt('batchId', { nullable: true }),
  }),
});
