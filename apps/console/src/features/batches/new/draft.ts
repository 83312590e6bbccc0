import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { OrderStatus } from '#lib/order-status.ts';
import type { Change } from '../batch-acts.ts';

export const TAG_PLACES = ['order', 'booking', 'pickup', 'dropoff'] as const;
export const TAG_ACTIONS = ['assign', 'synchronise', 'remove'] as const;
export const SIDES = ['pickup', 'dropoff'] as const;

/** The kinds of change that a batch can make. */
export type What = 'tags' | 'driver' | 'tourGuide' | 'contactPerson' | 'status';

/** A tag as entered. */
export type TagLine = { key: string; value: string };

/** The form state of a new batch: all values entered, including those that the chosen kind of change ignores. */
export type Draft = {
  what: What;
  on: (typeof TAG_PLACES)[number];
  action: (typeof TAG_ACTIONS)[number];
  tags: TagLine[];
  sides: (typeof SIDES)[number][];
  /** The person to assign: an id, `NOBODY` to unassign, or null while nothing is chosen. */
  person: string | null;
  status: OrderStatus | null;
};

export const EMPTY: Draft = {
  what: 'tags',
  on: 'order',
  action: 'assign',
  tags: [{ key: '', value: '' }],
  sides: ['pickup'],
  person: null,
  status: null,
};

/** The option that unassigns the current person. */
export const NOBODY = 'nobody';

/** The validation errors of a draft by field name; empty when the draft can be planned. */
export function missing(i18n: I18n, { what, action, tags, sides, person, status }: Draft): Record<string, string> {
  if (what === 'status') return status ? {} : { status: t(i18n)`Choose a status.` };
  if (what === 'tags') {
    const fieldErrors: Record<string, string> = {};
    const lines = filled(tags);
    if (lines.length === 0 && action !== 'synchronise') fieldErrors['tags.0.key'] = t(i18n)`Enter a tag.`;
    tags.forEach(({ key, value }, index) => {
      if (!key && value) fieldErrors[`tags.${index}.key`] = t(i18n)`Enter the key.`;
      if (key && !value && action !== 'remove') fieldErrors[`tags.${index}.value`] = t(i18n)`Enter a value.`;
    });
    return fieldErrors;
  }
  return {
    ...(person === null ? { person: t(i18n)`Choose a person or “Unassigned”.` } : {}),
    ...(what === 'driver' && sides.length === 0 ? { sides: t(i18n)`Choose pickup, drop-off or both.` } : {}),
  };
}

/** The lines that are not empty. */
export const filled = (tags: readonly TagLine[]) => tags.filter(({ key, value }) => key !== '' || value !== '');

/** Converts a complete draft to the input of the mutation. */
export function changeOf({ what, on, action, tags, sides, person, status }: Draft): Change {
  const id = person === null || person === NOBODY ? null : Number(person);
  if (what === 'status') return { status };
  if (what === 'driver') return { driver: { of: sides, id } };
  if (what === 'tourGuide') return { tourGuide: { id } };
  if (what === 'contactPerson') return { contactPerson: { id } };
  const named = filled(tags).map(({ key, value }) => ({ key, value: value === '' ? null : tagValue(value) }));
  return { tags: { on, action, tags: named } };
}

/** Sends canonical numbers as numbers: the API stores the number and its text, and finds the tag by either. */
const tagValue = (text: string): string | number =>
  /^-?(0|[1-9]\d{0,14})(\.\d{1,6})?$/.test(text) && !/\.\d*0$/.test(text) ? Number(text) : text;
