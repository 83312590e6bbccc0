import { plainDetails } from '../../shared/plain-details.ts';
import type { Letter } from './letter-facts.ts';

/** What the operator is notified of by mail. */
export type OperatorPurpose = 'backupFailed' | 'drillFailed' | 'placesUnbalanced' | 'queueStuck';

const LETTERS: Readonly<Record<OperatorPurpose, { subject: string; begin: string; next: string }>> = {
  backupFailed: {
    subject: 'A backup failed',
    begin: 'A backup of the installation failed, or a check found damage in its backups.',
    next: 'Until it succeeds, changes since the last good backup can be lost with the database.',
  },
  drillFailed: {
    subject: 'A drill of the recovery failed',
    begin: 'The installation could not be restored from its backups in a drill.',
    next: 'Treat the backups as unusable until a drill succeeds.',
  },
  placesUnbalanced: {
    subject: 'Departures count other places than their bookings hold',
    begin: 'The hourly check found departures that count other places than their bookings hold.',
    next: 'This is a defect: report it. The overview of the console lists the departures.',
  },
  queueStuck: {
    subject: 'The queue does not advance',
    begin: 'Jobs have waited for a worker for a long time. Webhooks, mails and the release of holds may be late.',
    next: 'See the logs of the workers, and whether enough of them run.',
  },
};

/** Maximum characters of the details. */
const LONGEST = 2_000;

/**
 * The mail to the operator about something that went wrong, in English, like the logs.
 *
 * @param details some lines about it; the login in an address is left out, and so is what is longer than 2,000 characters
 */
export function operatorLetter(purpose: OperatorPurpose, installation: string, details: string): Letter {
  const { subject, begin, next } = LETTERS[purpose];
  const host = new URL(installation).host;
  return {
    subject: `${host}: ${subject}`,
    text: `${begin}

Installation: ${installation}

${plainDetails(details, LONGEST)}

${next}

There is at most one mail of this kind in a day: see the logs for what happens in the meantime.
`,
  };
}
