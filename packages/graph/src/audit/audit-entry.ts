import { builder } from '../builder.ts';
import { User } from '../people/user.ts';
import { mayTagShared } from '../tags/tag-targets.ts';
import { sharedTagChange } from './shared-tag-change.ts';

export const Door = builder.enumType('Door', {
  description: 'Through which door a change came in.',
  values: {
    api: { description: 'The REST API.' },
    console: { description: 'The staff console.' },
    graphql: { description: "A tool's own GraphQL operation." },
    batch: { description: 'A batch that staff started in the console.' },
    system: { description: 'The system itself: imports, expiries, endpoints that failed for too long.' },
  } as const,
});

export const AuditEntry = builder.prismaObject('AuditEntry', {
  select: { id: true },
  fields: (t) => ({
    id: t.string({ description: "The line's id; later lines have higher ones.", resolve: ({ id }) => String(id) }),
    at: t.expose('at', { type: 'DateTime' }),
    door: t.expose('door', { type: Door }),
    action: t.exposeString('action'),
    entity: t.exposeString('entity'),
    entityId: t.exposeInt('entityId', {
      nullable: true,
      description: 'Id of the resource; null where it has none that is a number.',
    }),
    actor: t.relation('actor', {
      type: User,
      nullable: true,
      description: 'Who did it; null for what nobody did who had signed in.',
    }),
    organization: t.relation('organization', {
      nullable: true,
      description: 'Whose log it stands in; null for logins, which belong to the person.',
    }),
    before: t.field({
      type: 'Unknown',
      nullable: true,
      description: 'The members that changed, as they were; null where nothing was.',
      select: { before: true },
      resolve: ({ before }) => before,
    }),
    after: t.field({
      type: 'Unknown',
      nullable: true,
      description: 'The members that changed, as they are since; null where nothing is.',
      select: { after: true },
      resolve: ({ after }) => after,
    }),
    requestId: t.exposeString('requestId', {
      nullable: true,
      description: "The request that caused it; equals the answer's X-Request-Id.",
    }),
    mayUndo: t.boolean({
      description:
        'Whether the viewer may take it back by `undoTagChange`: it changed tags of something shared, and the viewer holds the permission for that.',
      select: { action: true, entity: true, entityId: true, organizationId: true, before: true, after: true },
      resolve: (line, _args, context) => {
        const change = sharedTagChange(line);
        return change !== null && mayTagShared(context, change.organizationId);
      },
    }),
    batchId: t.exposeInt('batchId', { nullable: true }),
  }),
});
