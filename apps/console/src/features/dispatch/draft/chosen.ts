/** Who does a task, and for transfers when: `YYYY-MM-DD` and `HH:MM`. Null: nobody, none. */
export type Values = { personId?: number | null; time?: string | null; date?: string | null };

/**
 * What is to be drafted of a dialog: who, where somebody else was chosen, and when, where another moment was. What was left
 * as it was shown is left alone, lest a change that somebody else makes meanwhile is taken back unseen.
 *
 * @param isConfirmed all that is shown is meant, since others have changed it and one was told of that
 */
export function chosenOf(shown: Values, wanted: Values, isConfirmed: boolean): Values {
  const isMeant = (member: keyof Values) =>
    wanted[member] !== undefined && (isConfirmed || wanted[member] !== shown[member]);
  const { personId = null, time = null, date = null } = wanted;
  return {
    ...(isMeant('personId') ? { personId } : {}),
    // A time is one of the day beside it, which may be only that of the experience.
    ...(isMeant('time') || isMeant('date') ? { time, date } : {}),
  };
}
