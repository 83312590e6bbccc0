import { fromContext } from './compiler/sql.ts';
import type { CompilerEnvironment } from './compiler/try-compile.ts';
import { organizationIdsOf, seenWhole } from './people/principals.ts';

/*
 * What statements are told of a request, by name. The compiler itself knows of the language alone.
 */

/** Where the API is reached, without a slash at the end. */
export const apiUrl = fromContext('apiUrl', 'text');
/** The organizations of the actor. */
export const organizationIds = fromContext('organizationIds', 'int4[]');

/** The organizations all of whose orders the actor may see. */
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
  // An actor of one organization: conditions have the same text for any number of them.
  probe: { actor: { userId: 0, name: '', isSystem: false, roles: [{ organizationId: 0 }], clientIds: [] } },
};
