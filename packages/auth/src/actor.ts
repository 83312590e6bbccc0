import { Prisma, type PrismaClient, type Tx } from '@channel/prisma';

/** What limits a service account, beside its roles. */
export type ServiceLimits = {
  /** What it may do, such as `orders:read`; sorted. */
  scopes: string[];
  /** The networks from which it may send requests; empty: from everywhere. */
  addressRanges: string[];
};

/** The user who acts, with everything that decides what the user may see and do. */
export type Actor = {
  userId: number;
  name: string;
  /** True for system users. */
  isSystem: boolean;
  /** Null for a person and for a system user, whom no scope limits. */
  service: ServiceLimits | null;
  roles: ActorRole[];
  /** The clients that the user belongs to, ascending. */
  clientIds: number[];
};

/** A role that the actor holds; sorted by id. */
export type ActorRole = {
  id: number;
  name: string;
  organizationId: number;
  /** IANA time zone of the organization. */
  timeZone: string;
  /** ISO 4217 code of the organization's currency. */
  currencyCode: string;
  /** ISO 639-1 codes of the organization's languages, the default one first. */
  languages: string[];
  /** Requests in a window that the organization has as its own quota; null for the default of the installation. */
  requestQuota: number | null;
  /** The client for whose account the role sells; null when it sells nothing. */
  clientId: number | null;
  /** Names of permissions, sorted. */
  permissions: string[];
};

/** The actor as one JSON value, from the row `u` of "user". All reads share one text, so that it is prepared once. */
export const ACTOR = Prisma.sql`
  json_build_object(
    'userId', u.id,
    'name', u.name,
    'isSystem', u.kind = 'system',
    'service', (
      select json_build_object('scopes', s.scopes, 'addressRanges', s.address_ranges)
      from service_account s where s.user_id = u.id
    ),
    'roles', coalesce((
      select json_agg(json_build_object(
        'id', r.id,
        'name', r.name,
        'organizationId', r.organization_id,
        'timeZone', o.time_zone,
        'currencyCode', o.currency_code,
        'languages', coalesce((
          select json_agg(l.language_code order by l.is_default desc, l.position, l.language_code)
          from organization_language l where l.organization_id = o.id
        ), '[]'),
        'requestQuota', o.request_quota,
        'clientId', r.client_id,
        'permissions', coalesce((
          select json_agg(p.permission_name order by p.permission_name) from role_permission p where p.role_id = r.id
        ), '[]')
      ) order by r.id)
      from user_role ur join role r on r.id = ur.role_id join organization o on o.id = r.organization_id
      where ur.user_id = u.id
    ), '[]'),
    'clientIds', coalesce((
      select json_agg(m.client_id order by m.client_id) from client_member m where m.user_id = u.id
    ), '[]')
  )`;

/**
 * Condition of the service account `s` with its owner `owner`: it has not ended, and its owner is enabled and has a role
 * in its organization.
 */
export const acceptedAccount = (now: unknown): Prisma.Sql => Prisma.sql`
  (s.expires_at is null or s.expires_at > ${now}) and owner.disabled_at is null
    and exists (select from user_role ur join role r on r.id = ur.role_id
      where ur.user_id = owner.id and r.organization_id = s.organization_id)`;

/**
 * The actor of a user id, in one read; null when the user does not exist or is disabled, and for a service account whose
 * tokens would be refused.
 */
export async function actorOf(db: PrismaClient | Tx, userId: number, now: Date): Promise<Actor | null> {
  const rows = await db.$queryRaw<{ actor: Actor }[]>`
    select ${ACTOR} as actor from "user" u
    where u.id = ${userId} and u.disabled_at is null and (u.kind <> 'service' or exists (
      select from service_account s join "user" owner on owner.id = s.owner_id
      where s.user_id = u.id and ${acceptedAccount(now)}))`;
  return rows[0]?.actor ?? null;
}
