import type { I18n } from '@lingui/core';
import type { Order } from '../order-query.ts';
import { type Edits, FIELDS, type FieldName, fieldNames, isSame } from './order-fields.ts';

/** A field that others changed since the editing began, or that the user edited. */
export type MergeRow = {
  name: FieldName;
  /** Its text when the editing began. */
  was: string;
  /** Its current text; undefined if no other user changed it. */
  theirs: string | undefined;
  /** The edited text; undefined if the user did not edit it. */
  mine: string | undefined;
  /** Whether both changed it to different values. */
  isClash: boolean;
};

/** Compares edits of an older version of an order with its current version. */
export function mergeOf(i18n: I18n, base: Order, current: Order, edits: Edits): MergeRow[] {
  return fieldNames.flatMap((name) => {
    const { read, show } = FIELDS[name];
    const edit = edits[name];
    const isChanged = !isSame(read(base), read(current));
    if (!isChanged && !edit) return [];
    const isClash = isChanged && edit !== undefined && !isSame(edit.value, read(current));
    return [
      { name, was: show(base, i18n), theirs: isChanged ? show(current, i18n) : undefined, mine: edit?.shown, isClash },
    ];
  });
}

/** The edits that remain when the dropped fields keep the values of others. */
export function withoutEdits(edits: Edits, current: Order, dropped: readonly FieldName[]): Edits {
  const kept = Object.entries(edits).filter(
    ([name, edit]) =>
      !dropped.includes(name as FieldName) && !isSame(edit.value, FIELDS[name as FieldName].read(current)),
  );
  return Object.fromEntries(kept);
}
