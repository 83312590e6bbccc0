import type { Order } from '../order-query.ts';
import { type Edits, FIELDS, type FieldName, fieldNames, isSame } from './order-fields.ts';

/** A field that is not as it was when the editing began, or that is to be changed. */
export type MergeRow = {
  name: FieldName;
  /** How it read when the editing began. */
  was: string;
  /** How it reads now; undefined where nobody else changed it. */
  theirs: string | undefined;
  /** What was filled in; undefined where it was left alone. */
  mine: string | undefined;
  /** Both changed it, and not to the same. */
  isClash: boolean;
};

/** How edits of one version of an order go together with what has become of it. */
export function mergeOf(base: Order, current: Order, edits: Edits): MergeRow[] {
  return fieldNames.flatMap((name) => {
    const { read, show } = FIELDS[name];
    const edit = edits[name];
    const isChanged = !isSame(read(base), read(current));
    if (!isChanged && !edit) return [];
    const isClash = isChanged && edit !== undefined && !isSame(edit.value, read(current));
    return [{ name, was: show(base), theirs: isChanged ? show(current) : undefined, mine: edit?.shown, isClash }];
  });
}

/** The edits that are left when some fields stay as others made them. */
export function withoutEdits(edits: Edits, current: Order, dropped: readonly FieldName[]): Edits {
  const kept = Object.entries(edits).filter(
    ([name, edit]) =>
      !dropped.includes(name as FieldName) && !isSame(edit.value, FIELDS[name as FieldName].read(current)),
  );
  return Object.fromEntries(kept);
}
