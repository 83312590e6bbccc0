import { actorOfToken } from '@channel/auth';
import { fromContext, Sql, sql } from 'graphql-sql';
import type { Context } from './context.ts';
import { fullyVisibleOrganizations, organizationIdsOf, principalsOf } from './shared/principals.ts';

/*
 * The named values of a request that statements use.
 */

/** The base address of the API, without a trailing slash. */
export const apiUrl = fromContext('apiUrl', 'text');
/** The organizations of the actor. */
export const organizationIds = fromContext('organizationIds', 'int8[]');

/** The organizations of which the actor may see all orders. */
export const staffOf = fromContext('staffOf', 'int8[]');
/** The instant of the request. */
const now = fromContext('now', 'timestamptz');
/** The day in the time zone of an organization. */
export const todayIn = (timeZone: Sql): Sql => sql`(${now} AT TIME ZONE ${timeZone})::date`;

/** The actor of the presumed access token, in the snapshot of the statement that it is part of. */
const tokenActor = actorOfToken(fromContext('tokenId', 'int8'), fromContext('tokenHash', 'bytea'), now);

/** The part of the compiler's host that knows the context of a request. */
export const contextOfStatements = {
  valuesOf: (context: Context) => ({
    lang: context.lang,
    apiUrl: context.settings.apiUrl,
    organizationIds: organizationIdsOf(context.actor),
    staffOf: fullyVisibleOrganizations(context),
    now: context.now,
    principals: principalsOf(context),
    tokenId: context.presumed?.tokenId,
    tokenHash: context.presumed?.tokenHash,
  }),
  confirmation: {
    // Its values are the three pieces above.
    column: new Sql(tokenActor.strings, tokenActor.values as Sql[]),
    isNeeded: ({ presumed }: Context) => presumed !== undefined && presumed.isConfirmed === undefined,
    verify: ({ presumed }: Context, actorJson: Buffer | null) => {
      if (presumed?.compare(actorJson) === false) throw new Error('The actor was presumed wrongly');
    },
  },
  // An actor of one organization: conditions have the same text for any number of organizations.
  sample: {
    actor: { userId: 0, name: '', isSystem: false, service: null, roles: [{ organizationId: 0 }], clientIds: [] },
  },
};
