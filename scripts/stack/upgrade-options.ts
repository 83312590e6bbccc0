import { parseArgs } from 'node:util';
import { Explained } from '../set-up/progress.mjs';

export const HELP = `Usage: npm run upgrade -- [--link LINK --restart COMMAND [--ready URL]…] [--without-backup]
       npm run upgrade -- --prepared --link LINK --restart COMMAND [--ready URL]…
       npm run upgrade -- --back --link LINK --restart COMMAND [--ready URL]…

Run it in the folder of the new release, with the settings of the installation, while the old release is running. It
builds the console, takes a backup (npm run backup), migrates the database, and checks everything (npm run doctor). The
old release continues to work with the migrated database.

  --link LINK         the symbolic link from which the programs run: it is changed to the new release, and
                      LINK.previous to the old one
  --restart COMMAND   restarts the programs, and ends when they have started; run by sh
  --ready URL         must answer with 200 after the restart, otherwise the old release is restored; may be repeated,
                      once for each process (default: /readyz of API_URL)
  --ready-seconds N   how long they may take, from 1 to 600 (default: 15)
  --back              changes LINK back to the previous release, and restarts the programs; the database stays as it is
  --prepared          the database is prepared, by a run without --link: only changes LINK, and restarts the programs
  --as COMMAND        how messages name this command, for a script that runs it (default: npm run upgrade --)
  --without-backup    for a database that is backed up in another way

Without --link it prepares the database, and changes nothing else.`;

/** Where the programs run, and how they are restarted. */
export type Switching = {
  /** The symbolic link from which the programs run. */
  link: string;
  /** A command for `sh` that restarts them. */
  restart: string;
  /** Addresses that answer with 200 when they are ready; at least one. */
  ready: readonly string[];
  /** Seconds after a restart for all of them to be ready. */
  seconds: number;
};

export type UpgradeOptions = {
  help: boolean;
  /** Return to the previous release. */
  back: boolean;
  backup: boolean;
  /** How messages name this command; undefined: npm run upgrade, with its options. */
  as: string | undefined;
  /** The database is prepared: only the link and the programs change. */
  prepared: boolean;
  /** Undefined: the programs are restarted by hand. */
  switching: Switching | undefined;
};

/**
 * Reads the command line.
 *
 * @param apiUrl the address of the API, for the default of `--ready`
 * @throws {Explained} in one line
 */
export function upgradeOptions(args: string[], apiUrl: string): UpgradeOptions {
  const { values } = parse(args);
  const { help = false, back = false, prepared = false, as, link, restart, ready = [`${apiUrl}/readyz`] } = values;
  const wrong = ready.find((address) => !/^https?:/.test(address) || !URL.canParse(address));
  if (wrong !== undefined) throw new Explained(`--ready must be an address such as https://host/readyz, not ${wrong}.`);
  const seconds = Number(values['ready-seconds']);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 600)
    throw new Explained('--ready-seconds must be a whole number from 1 to 600.');
  if ((link === undefined) !== (restart === undefined))
    throw new Explained('--link and --restart are given together, or neither.');
  const switching = link !== undefined && restart !== undefined ? { link, restart, ready, seconds } : undefined;
  if (!help && back && !switching) throw new Explained('--back needs --link and --restart.');
  if (!help && prepared && (back || !switching))
    throw new Explained('--prepared needs --link and --restart, without --back.');
  return { help, back, backup: !values['without-backup'], as, prepared, switching };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        help: { type: 'boolean', short: 'h' },
        back: { type: 'boolean' },
        prepared: { type: 'boolean' },
        as: { type: 'string' },
        link: { type: 'string' },
        restart: { type: 'string' },
        ready: { type: 'string', multiple: true },
        'ready-seconds': { type: 'string', default: '15' },
        'without-backup': { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new Explained(
      `${error instanceof Error ? error.message : error} npm run upgrade -- --help lists the options.`,
    );
  }
}
