import { fromContext } from './compiler/sql.ts';
import type { CompilerEnvironment } from './compiler/try-compile.ts';
import { organizationIdsOf, seenWhole } from './people/principals.ts';

/*
 * The named values of a request that statements use. The compiler itself supplies only the language.
 */

/** The base address of the API, without a trailing slash. */
export const apiUrl = fromContext('apiUrl', 'text');
/** The organizations of the actor. */
export const organizationIds = fromContext('organizationIds', 'int4[]');

/** The organizations of which the actor may see all orders. */
export const staffOf = fromContext('staffOf', 'int4[]');
/** The instant of the request. */
export const now = fromContext('now', 'timestamptz');

export const environment: CompilerEnvironment = {
  valuesOf: (context) => ({
    apiUrl: context.settings.apiUrl,
    organizationIds: organizationIdsOf(context.actor),
    staffOf: seenWhole(context),
    now: context.now,
  }),
  // An actor of one organization: conditions have the same text for any number of organizations.
  probe: { actor: { userId: 0, name: '', isSystem: false, roles: [{ organizationId: 0 }], clientIds: [] } },
};
