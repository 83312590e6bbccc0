import { type Check, fine, problem, warning } from './check.ts';

type Found = { user: string; own: number; mayCount: boolean };

/** The quotas of organizations, and whether processes can count requests and costs together. */
export const quotas: Check = async ({ database, settings }) => {
  if (!database) return warning('not checked without the database');
  const [found] = await database.db.$queryRaw<Found[]>`
    SELECT current_user::text AS user,
      (SELECT count(*)::int FROM organization WHERE request_quota IS NOT NULL) AS own,
      (SELECT bool_and(has_table_privilege('quota_use', wanted))
        FROM unnest(ARRAY['select', 'insert', 'update', 'delete']) AS wanted) AS "mayCount"`;
  const { user = 'the role', own = 0, mayCount = false } = found ?? {};
  const { organizationRequests, organizationRequestsSeconds, requestsPerMinute, graphqlCostPerMinute } = settings;
  const isNeeded =
    own > 0 || [organizationRequests, requestsPerMinute, graphqlCostPerMinute].some((limit) => limit > 0);
  if (isNeeded && !mayCount)
    return problem(
      `${user} may not write the table quota_use, so each process counts on its own: run npm start with DATABASE_OWNER_URL, which grants it`,
    );
  const usual =
    organizationRequests > 0
      ? `${organizationRequests} requests of an organization in ${organizationRequestsSeconds} s`
      : 'none of organizations by default';
  return fine(`${usual}; ${own} ${own === 1 ? 'organization has its' : 'organizations have their'} own`);
};
