import { type Connection, databaseFailureOf, examineConnection } from '@channel/prisma';
import type { Settings } from '@channel/settings';
import { pooled } from '../addresses.ts';

/** SQLSTATE with which a pooler refuses the settings of a session. */
const REFUSED_SETTINGS = '08P01';

const TO_POOLER =
  'DATABASE_URL leads to a pooler, which takes no settings of sessions and passes on no notifications: set DATABASE_DIRECT_URL to the address of Postgres itself';

/**
 * Why programs must not use the connections of the settings: their time limits would not hold, or they would miss notifications
 * and take each other for dead. Undefined if they may.
 *
 * @throws while the database cannot be reached
 */
export async function connectionViolation(settings: Settings): Promise<string | undefined> {
  const { connectionString, isPooled } = pooled(settings);
  let programs: Connection;
  try {
    programs = await examineConnection(connectionString, isPooled);
  } catch (error) {
    if (!isPooled && error instanceof Error && 'code' in error && error.code === REFUSED_SETTINGS) return TO_POOLER;
    throw error;
  }
  if (!isPooled && !programs.isSession) return TO_POOLER;
  if (settings.databaseDirectUrl !== null) {
    const direct = await examineConnection(settings.databaseDirectUrl, false).catch((error: unknown) => {
      // The pooler again.
      if (databaseFailureOf(error) === 'lost') return undefined;
      throw error;
    });
    if (!direct?.isSession) return 'DATABASE_DIRECT_URL leads to a pooler: set it to the address of Postgres itself';
    if (direct.place !== programs.place)
      return 'DATABASE_DIRECT_URL leads to another server, database or role than DATABASE_URL: set it to the address of the same Postgres, with the same role';
  }
  if (programs.deviations.length === 0) return undefined;
  const found = `${programs.deviations.join(', ')} over DATABASE_URL`;
  return isPooled
    ? `${found}: npm run migrate sets the limits for the role; new connections of the pooler have them (RECONNECT in PgBouncer)`
    : `${found}: something between this machine and Postgres drops settings of sessions`;
}
