import { Prisma } from '@channel/prisma';

/**
 * Condition that the owner of the endpoint `e` may see the order `o`: the endpoint belongs to the organization, or one
 * of the principals of its owner is in `viewers` of the order. The same rule as for reading orders, for a user who is
 * not the caller.
 */
export const ownerSees = (allOrders: string): Prisma.Sql => Prisma.sql`(
  e.owner_id IS NULL OR EXISTS (
    SELECT FROM "user" u
    WHERE u.id = e.owner_id AND u.disabled_at IS NULL AND o.viewers && (
      ARRAY['u' || u.id]
      || ARRAY(SELECT 'r' || ur.role_id FROM user_role ur WHERE ur.user_id = u.id)
      || ARRAY(SELECT 'c' || cm.client_id FROM client_member cm WHERE cm.user_id = u.id)
      || ARRAY(
        SELECT 'o' || r.organization_id FROM user_role ur
        JOIN role r ON r.id = ur.role_id
        JOIN role_permission rp ON rp.role_id = r.id AND rp.permission_name = ${allOrders}
        WHERE ur.user_id = u.id)
    )))`;
