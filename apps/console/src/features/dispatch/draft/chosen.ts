/** The person of a task and, for transfers, its date `YYYY-MM-DD` and time `HH:MM`. Null means unassigned or unset. */
export type Values = { personId?: number | null; time?: string | null; date?: string | null };

/**
 * The values of a dialog to draft: the person if it was changed, and date and time if either was changed. Unchanged
 * values are omitted, so that the draft does not revert a concurrent change by somebody else.
 *
 * @param isConfirmed drafts all values shown, because the user has seen that others changed them
 */
export function chosenOf(shown: Values, wanted: Values, isConfirmed: boolean): Values {
  const isMeant = (member: keyof Values) =>
    wanted[member] !== undefined && (isConfirmed || wanted[member] !== shown[member]);
  const { personId = null, time = null, date = null } = wanted;
  return {
    ...(isMeant('personId') ? { personId } : {}),
    // A time belongs to the date beside it, which may come from the experience and not from the transfer.
    ...(isMeant('time') || isMeant('date') ? { time, date } : {}),
  };
}
