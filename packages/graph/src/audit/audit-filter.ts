import { addressRange } from '@channel/auth';
import { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { addDays } from '../shared/calendar.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { adminOrganizationIds, holds, principalsOf } from '../shared/principals.ts';
import { isStorable, likeText, namePatterns, searchText } from '../shared/text.ts';
import { Channel } from './audit-entry.ts';

/** The search in changed members has no index: without a bound, a search over years would take minutes. */
const SEARCHED_DAYS = 90;

export const AuditFilter = builder.inputType('AuditFilter', {
  description: 'Which entries of the audit log to list; every member narrows further.',
  fields: (t) => ({
    actorIds: t.intList({ description: 'Changes by any of these users.' }),
    actions: t.stringList({ description: 'With any of these actions, such as `order.update`.' }),
    entities: t.stringList({ description: 'On any of these kinds of resources, such as `order`.' }),
    entityIds: t.intList({ description: 'On any resource with one of these ids.' }),
    channels: t.field({ type: [Channel], description: 'Through any of these channels.' }),
    addresses: t.stringList({
      description: 'From any of these IP addresses or networks, such as `192.0.2.0/24`.',
    }),
    batchIds: t.intList({ description: 'On, or made by, any of these batches.' }),
    since: t.field({ type: 'DateTime', description: 'At this time or later.' }),
    until: t.field({ type: 'DateTime', description: 'Before.' }),
    search: t.string({
      description: `Part of the actor's name, of the action, or of what changed; or the whole id of the request or the resource. Without \`since\` the search covers the last ${SEARCHED_DAYS} days.`,
    }),
  }),
});

export type AuditFilterInput = typeof AuditFilter.$inferInput;

/**
 * The entries (`a`) that the actor sees: those of the organizations that the actor administers, and the logins of their
 * users. An entry about an order is visible only to an actor who sees the order.
 */
export function visibleLines(context: Context): Prisma.Sql {
  const organizationIds = adminOrganizationIds(context);
  const whole = organizationIds.filter((id) => holds(context, 'allOrders', id));
  return Prisma.sql`(
    (a.organization_id = ANY (${organizationIds})
      OR (a.organization_id IS NULL AND a.entity = 'user' AND a.actor_id IN (
        SELECT ur.user_id FROM user_role ur JOIN role r ON r.id = ur.role_id WHERE r.organization_id = ANY (${organizationIds})
        UNION
        SELECT cm.user_id FROM client_member cm JOIN client c ON c.id = cm.client_id WHERE c.organization_id = ANY (${organizationIds})
      )))
    AND (a.entity <> 'order' OR a.organization_id = ANY (${whole}) OR EXISTS (
      SELECT FROM orders o WHERE o.id = a.entity_id AND o.viewers && ${principalsOf(context)}
    )))`;
}

function searched(text: string): Prisma.Sql {
  const pattern = `%${likeText(text)}%`;
  return Prisma.sql`(
    a.request_id = ${text} OR a.entity_id::text = ${text} OR a.action ILIKE ${pattern}
    OR a.before::text ILIKE ${pattern} OR a.after::text ILIKE ${pattern}
    OR EXISTS (SELECT FROM "user" u WHERE u.id = a.actor_id AND u.name ILIKE ANY (${namePatterns(searchText(text))})))`;
}

/** @throws a validation error for a text that is neither an IP address nor a network */
const networksOf = (texts: readonly string[]): string[] =>
  texts.map((text, index) => {
    const network = addressRange(text);
    if (network) return network;
    const message = 'must be an IP address, or a network such as 192.0.2.0/24.';
    throw invalid([{ path: ['filter', 'addresses', index], message }]);
  });

/** Condition of the entries (`a` of `audit_entry`) that the actor sees and that match a filter. */
export function matchingLines(filter: AuditFilterInput | null | undefined, context: Context): Prisma.Sql {
  checkFilter(filter);
  const { actorIds, actions, entities, entityIds, channels, addresses, batchIds, until } = filter ?? {};
  const search = filter?.search?.trim() ?? '';
  const since = filter?.since ?? (search ? addDays(until ?? context.now, -SEARCHED_DAYS) : undefined);
  const texts = (list: readonly string[]) => list.filter(isStorable);
  const conditions = [
    visibleLines(context),
    ...(actorIds ? [Prisma.sql`a.actor_id = ANY (${actorIds})`] : []),
    ...(actions ? [Prisma.sql`a.action = ANY (${texts(actions)})`] : []),
    ...(entities ? [Prisma.sql`a.entity = ANY (${texts(entities)})`] : []),
    ...(entityIds ? [Prisma.sql`a.entity_id = ANY (${entityIds})`] : []),
    ...(channels ? [Prisma.sql`a.channel = ANY (${channels}::channel[])`] : []),
    ...(addresses ? [Prisma.sql`a.address <<= ANY (${networksOf(addresses)}::inet[])`] : []),
    ...(batchIds ? [Prisma.sql`a.batch_id = ANY (${batchIds})`] : []),
    ...(since ? [Prisma.sql`a.at >= ${since}`] : []),
    ...(until ? [Prisma.sql`a.at < ${until}`] : []),
    ...(search ? [isStorable(search) ? searched(search) : Prisma.sql`false`] : []),
  ];
  return Prisma.join(conditions, ' AND ');
}
