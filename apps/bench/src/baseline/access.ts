import { createHash, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';

/** The caller, as far as the baseline's statements need it. */
export type Viewer = {
  userId: number;
  /** The viewer's principals in `orders.viewers`. */
  principals: string[];
  organizationIds: number[];
  staffOf: number[];
  roles: {
    id: number;
    organizationId: number;
    clientId: number | null;
    currencyCode: string;
    timeZone: string;
    mayBook: boolean;
  }[];
  /** The language of the answer. */
  lang: string;
};

/** One read: the token's hash and the visibility of its holder. */
const VIEWER = `
  SELECT t.secret_hash AS hash, u.id AS "userId",
    (SELECT array_agg(name) FROM (
      SELECT 'u' || u.id AS name
      UNION ALL SELECT 'r' || role_id FROM user_role WHERE user_id = u.id
      UNION ALL SELECT 'c' || client_id FROM client_member WHERE user_id = u.id
      UNION ALL SELECT DISTINCT 'o' || r.organization_id FROM user_role ur JOIN role r ON r.id = ur.role_id
        JOIN role_permission p ON p.role_id = r.id AND p.permission_name = 'orders.view-all' WHERE ur.user_id = u.id) names) AS principals,
    (SELECT json_agg(json_build_object('id', r.id, 'organizationId', r.organization_id, 'clientId', r.client_id,
        'currencyCode', o.currency_code, 'timeZone', o.time_zone,
        'isStaff', EXISTS (SELECT FROM role_permission p WHERE p.role_id = r.id AND p.permission_name = 'orders.view-all'),
        'mayBook', EXISTS (SELECT FROM role_permission p WHERE p.role_id = r.id AND p.permission_name = 'products.book'),
        'languages', (SELECT array_agg(l.language_code::text ORDER BY l.is_default DESC, l.position) FROM organization_language l
          WHERE l.organization_id = o.id)) ORDER BY r.id)
      FROM user_role ur JOIN role r ON r.id = ur.role_id JOIN organization o ON o.id = r.organization_id WHERE ur.user_id = u.id) AS roles
  FROM access_token t JOIN token_family f ON f.id = t.family_id JOIN "user" u ON u.id = f.user_id
  WHERE t.id = $1 AND t.expires_at > now() AND f.revoked_at IS NULL AND u.disabled_at IS NULL`;

type Found = Pick<Viewer, 'userId' | 'principals'> & {
  hash: Buffer;
  roles: (Viewer['roles'][number] & { isStaff: boolean; languages: string[] })[] | null;
};

/** The holder of the bearer token of a request; undefined for an invalid one. */
export async function viewerOf(
  pool: Pool,
  authorization: string | undefined,
  requested: string | undefined,
): Promise<Viewer | undefined> {
  const [, id, secret = ''] = /^Bearer (\d{1,15})\|(\S+)$/.exec(authorization ?? '') ?? [];
  if (id === undefined) return undefined;
  const { rows } = await pool.query<Found>({ name: 'viewer', text: VIEWER, values: [id] });
  const [found] = rows;
  const hash = createHash('sha256').update(secret).digest();
  if (!found || !timingSafeEqual(hash, found.hash)) return undefined;
  const { userId, principals, roles } = found;
  const held = roles ?? [];
  const standard = held[0]?.languages[0] ?? 'en';
  const isOffered = requested !== undefined && held.some(({ languages }) => languages.includes(requested));
  return {
    userId,
    principals,
    organizationIds: [...new Set(held.map(({ organizationId }) => organizationId))],
    staffOf: [...new Set(held.filter(({ isStaff }) => isStaff).map(({ organizationId }) => organizationId))],
    roles: held,
    lang: isOffered ? requested : standard,
  };
}
