/** What a service has, and nothing else. */
export type Access = {
  secrets: readonly string[];
  networks: readonly string[];
  volumes: readonly string[];
  /** The services that it waits for. */
  after: readonly string[];
};

const MEDIA = 'media:/var/lib/channel-booking/media';
const DRILLS = 'drills:/var/lib/channel-booking/data';

/**
 * The least that each service needs, by its name. Only `migrate` and `npm` have the role that owns the tables, only `archiver`
 * and `npm` the one that replicates; the archiver only reads media, and has no way out.
 * @param backup the volume of the backups, or a folder of the machine
 */
export const accessOf = (backup: string): Readonly<Record<string, Access>> => {
  const backups = `${backup}:/var/lib/channel-booking/backup`;
  return {
    postgres: {
      secrets: [
        'postgres-password',
        'owner-password',
        'application-password',
        'maintenance-password',
        'backup-password',
      ],
      networks: ['database'],
      volumes: ['postgres:/var/lib/postgresql', './roles.sh:/docker-entrypoint-initdb.d/roles.sh:ro'],
      after: [],
    },
    migrate: {
      secrets: ['programs.env', 'owner.env', 'maintenance.env'],
      networks: ['database'],
      volumes: [],
      after: ['postgres'],
    },
    npm: {
      secrets: ['programs.env', 'owner.env', 'maintenance.env', 'backup.env'],
      networks: ['database', 'outside'],
      volumes: [MEDIA, backups, DRILLS],
      after: [],
    },
    api: { secrets: ['programs.env'], networks: ['database', 'outside'], volumes: [MEDIA], after: ['migrate'] },
    worker: {
      secrets: ['programs.env', 'maintenance.env'],
      networks: ['database', 'outside'],
      volumes: [MEDIA],
      after: ['migrate'],
    },
    archiver: {
      secrets: ['programs.env', 'backup.env'],
      networks: ['database'],
      volumes: [backups, DRILLS, `${MEDIA}:ro`],
      after: ['migrate'],
    },
    console: { secrets: ['programs.env'], networks: ['outside'], volumes: [], after: ['api'] },
  };
};
