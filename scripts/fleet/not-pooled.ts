/** Tests of the API that do not run behind a pooler (`npm run test:pooler`), by file, and why each cannot. */
export const NOT_POOLED: Readonly<Record<string, string>> = {
  'apps/api/src/http/database-away.test.ts':
    'It makes the database read-only for new connections, and ends those of the programs: connections of the pooler to Postgres stay. fail-over.fleet.test.ts has both behind PgBouncer.',
  'apps/api/src/http/unknown-outcome.test.ts':
    'Its proxy cuts a connection at the first bytes after COMMIT: the pooler sends the answer to BEGIN before Postgres has the commit, so the change is not made, as the answer says it may be.',
};
