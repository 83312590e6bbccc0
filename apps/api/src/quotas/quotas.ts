import { type Actor, tokenKey } from '@channel/auth';
import type { Settings } from '@channel/settings';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Services } from '../context.ts';
import { createLeases, type Leases, type Use } from './leases.ts';
import type { Quota } from './ledger.ts';
import { exposed, fieldsOf, type Policy } from './rate-limit-fields.ts';

/** A request that a quota refuses; `retryAfter` in seconds. */
export type OverQuota = { retryAfter: number };

/** Tokens of which a process knows that a quota refuses them. */
const MAX_REFUSED = 10_000;
/** Milliseconds for which their requests are refused before anything of them is looked up. */
const REFUSED_FOR = 1_000;
const MINUTE = 60;

type Limits = Pick<Settings, 'organizationRequests' | 'organizationRequestsSeconds' | 'requestsPerMinute'>;

/** A quota that counted a request, and what is left of it. */
type Counted = Policy & { quota: Quota; use: Use };

/** The quotas of one process, which hold for all processes of its database. */
export type Quotas = {
  /** The units that quotas of other kinds use. */
  leases: Leases;
  /**
   * Whether a quota refused the last request with this token a moment ago. Then this one is refused, too, before
   * anything is looked up.
   */
  refused(request: FastifyRequest, token: string | null): OverQuota | undefined;
  /**
   * Counts a request of a bearer token: for the organization of its caller's first role and, in v1, for the user. A
   * request that is authenticated again counts once.
   *
   * @param bearer its token is null if the caller is only presumed: the next request is then looked up again
   */
  count(request: FastifyRequest, bearer: { actor: Actor; token: string | null }): Promise<OverQuota | undefined>;
};

/** The quotas of a caller's requests. */
function quotasOf(actor: Actor, isV1: boolean, limits: Limits): (Policy & { quota: Quota })[] {
  const { organizationRequests, organizationRequestsSeconds: seconds, requestsPerMinute } = limits;
  const [role] = actor.roles;
  const limit = role?.requestQuota ?? organizationRequests;
  const found: (Policy & { quota: Quota })[] = [];
  // First, so that what it refuses uses nothing of the organization.
  if (isV1 && requestsPerMinute > 0)
    found.push({ name: 'user', quota: { key: `user ${actor.userId}`, limit: requestsPerMinute, seconds: MINUTE } });
  if (role && limit > 0)
    found.push({
      name: 'organization',
      quota: { key: `organization ${role.organizationId}`, limit, seconds, isPaced: true },
    });
  return found;
}

/** Opens the quotas of a server, whose answers then have the fields of those that counted their request. */
export function openQuotas(app: FastifyInstance, services: Services): Quotas {
  const { settings, db, clock, metrics } = services;
  const leases = createLeases({
    db,
    clock,
    warn: (line) => app.log.warn(line),
    onAlone: () => metrics?.quotas.alone(),
  });
  app.addHook('onClose', () => leases.close());
  const counted = new WeakMap<FastifyRequest, Counted[]>();
  const refusals = new LRUCache<string, { counted: Counted[]; until: number }>({ max: MAX_REFUSED });

  app.addHook('onSend', (request, reply, payload, done) => {
    const uses = counted.get(request);
    // A caller that was presumed may turn out to be none.
    if (uses && uses.length > 0 && reply.statusCode !== 401) {
      for (const { name, use } of uses) if (!use.isAccepted) metrics?.quotas.refused(name);
      reply.headers(fieldsOf(uses, clock().getTime()));
      const others = reply.getHeader('access-control-expose-headers');
      if (typeof others === 'string') reply.header('access-control-expose-headers', exposed(others));
    }
    done(null, payload);
  });

  /** The refusal of the quota that is exhausted for longest. */
  function refusalOf(uses: Counted[]): OverQuota | undefined {
    const over = uses.filter(({ use }) => !use.isAccepted);
    if (over.length === 0) return undefined;
    const now = clock().getTime();
    return { retryAfter: Math.max(1, ...over.map(({ use }) => Math.ceil((use.resetsAt - now) / 1_000))) };
  }

  return {
    leases,
    refused(request, token) {
      // The key is a hash.
      if (refusals.size === 0) return undefined;
      const key = keyOf(request, token);
      const known = key === undefined ? undefined : refusals.get(key);
      if (!known || performance.now() > known.until) return undefined;
      const now = clock().getTime();
      // The window may end within the second.
      if (known.counted.some(({ use }) => !use.isAccepted && use.resetsAt <= now)) return undefined;
      counted.set(request, known.counted);
      return refusalOf(known.counted);
    },
    async count(request, { actor, token }) {
      const before = counted.get(request) ?? [];
      const uses: Counted[] = [];
      for (const { name, quota } of quotasOf(actor, isV1(request), settings)) {
        const known = before.find((each) => isStillRight(each, quota))?.use;
        const isRefused = uses.some(({ use }) => !use.isAccepted);
        uses.push({ name, quota, use: known ?? (isRefused ? leases.look(quota) : await leases.use(quota, 1)) });
      }
      counted.set(request, uses);
      const refusal = refusalOf(uses);
      const key = refusal && keyOf(request, token);
      if (key !== undefined) refusals.set(key, { counted: uses, until: performance.now() + REFUSED_FOR });
      return refusal;
    },
  };
}

/** Identifies a token at an entry point: some quotas count requests to v1 alone. */
function keyOf(request: FastifyRequest, token: string | null): string | undefined {
  const key = tokenKey(token);
  return key === null ? undefined : `${isV1(request)} ${key}`;
}

const isV1 = ({ routeOptions }: FastifyRequest): boolean => routeOptions.url?.startsWith('/v1/') === true;

/** Whether what a quota counted for a request before holds for this one: a refusal does not if the limit has changed. */
const isStillRight = ({ quota, use }: Counted, { key, limit }: Quota): boolean =>
  quota.key === key && (use.isAccepted || quota.limit === limit);
