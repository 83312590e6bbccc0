import type { Settings } from '@channel/settings';

type Addresses = Pick<Settings, 'databaseUrl' | 'databaseDirectUrl'>;

/** How the programs connect for requests and jobs: through the pooler, where there is one. */
export const pooled = ({ databaseUrl, databaseDirectUrl }: Addresses) => ({
  connectionString: databaseUrl ?? '',
  isPooled: databaseDirectUrl !== null,
});

/** The address for what needs a session of Postgres. */
export const direct = ({ databaseUrl, databaseDirectUrl }: Addresses): string => databaseDirectUrl ?? databaseUrl ?? '';

/** Where the API reads lists, searches, exports and reports; undefined for the database itself. */
export const replicasIn = ({
  databaseReplicaUrls,
  databaseReplicaLagSeconds,
}: Pick<Settings, 'databaseReplicaUrls' | 'databaseReplicaLagSeconds'>) =>
  databaseReplicaUrls.length === 0
    ? undefined
    : { addresses: databaseReplicaUrls, maxLag: databaseReplicaLagSeconds * 1_000 };
