import type { Statement } from './finished-query.ts';
import { presentWriter } from './share.ts';

/** Identifies rows of `change_stamp`: a table or another thing that changes, and a part of it, or 0. */
export type StampKey = { name: string; subject: number };

/** The stamps of all transactions that wrote on behalf of a user. */
export const ownWrites = (userId: number): StampKey => ({ name: 'writes of u', subject: userId });

/** The last statement of a transaction on behalf of a user: stamps it, if it has written something. Undefined without one. */
export function writerStamp(): Statement | undefined {
  const writer = presentWriter();
  if (writer === undefined) return undefined;
  const { name, subject } = ownWrites(writer);
  return {
    name: 'writer_stamp',
    text: 'SELECT add_change_stamp($1, $2::bigint) WHERE pg_current_xact_id_if_assigned() IS NOT NULL',
    values: [name, subject],
  };
}

/** Reads the sum of stamps, which is equal in two snapshots only if both see the same transactions. */
export const sumOfStamps = (keys: readonly StampKey[]): Statement => ({
  name: 'sum_of_stamps',
  text: `SELECT coalesce(sum(s.value), 0)::text FROM unnest($1::text[], $2::bigint[]) AS k (name, subject)
    JOIN change_stamp s ON s.name = k.name AND s.subject = k.subject`,
  values: [keys.map(({ name }) => name), keys.map(({ subject }) => subject)],
});
