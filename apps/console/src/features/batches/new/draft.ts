import type { OrderStatus } from '../../orders/order-status.ts';
import type { Change } from '../batch-acts.ts';

export const TAG_PLACES = ['order', 'booking', 'pickup', 'dropoff'] as const;
export const TAG_ACTIONS = ['assign', 'synchronise', 'remove'] as const;
export const SIDES = ['pickup', 'dropoff'] as const;

/** What can be changed in a batch. */
export type What = 'tags' | 'driver' | 'tourGuide' | 'contactPerson' | 'status';

/** A tag as it is typed. */
export type TagLine = { key: string; value: string };

/** The form of a new batch, with everything that was typed, whichever part of it counts. */
export type Draft = {
  what: What;
  on: (typeof TAG_PLACES)[number];
  action: (typeof TAG_ACTIONS)[number];
  tags: TagLine[];
  sides: (typeof SIDES)[number][];
  /** The person to assign: an id, `nobody`, or nothing chosen yet. */
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

/** Chosen to take a person away. */
export const NOBODY = 'nobody';

/** What keeps a draft from being planned, at the field by its name; empty when nothing does. */
export function missing({ what, action, tags, sides, person, status }: Draft): Record<string, string> {
  if (what === 'status') return status ? {} : { status: 'Choose a status.' };
  if (what === 'tags') {
    const fieldErrors: Record<string, string> = {};
    const lines = filled(tags);
    if (lines.length === 0 && action !== 'synchronise') fieldErrors['tags.0.key'] = 'Name a tag.';
    tags.forEach(({ key, value }, index) => {
      if (!key && value) fieldErrors[`tags.${index}.key`] = 'Name the key.';
      if (key && !value && action !== 'remove') fieldErrors[`tags.${index}.value`] = 'Give a value.';
    });
    return fieldErrors;
  }
  return {
    ...(person === null ? { person: 'Choose somebody, or nobody.' } : {}),
    ...(what === 'driver' && sides.length === 0 ? { sides: 'Choose pickup, dropoff or both.' } : {}),
  };
}

/** Lines that say something. */
export const filled = (tags: readonly TagLine[]) => tags.filter(({ key, value }) => key !== '' || value !== '');

/** The change that a complete draft means. */
export function changeOf({ what, on, action, tags, sides, person, status }: Draft): Change {
  const id = person === null || person === NOBODY ? null : Number(person);
  if (what === 'status') return { status };
  if (what === 'driver') return { driver: { of: sides, id } };
  if (what === 'tourGuide') return { tourGuide: { id } };
  if (what === 'contactPerson') return { contactPerson: { id } };
  const named = filled(tags).map(({ key, value }) => ({ key, value: value === '' ? null : tagValue(value) }));
  return { tags: { on, action, tags: named } };
}

/** What looks like a number is one, as the API keeps both: it is found by either. */
const tagValue = (text: string): string | number =>
  /^-?(0|[1-9]\d{0,14})(\.\d{1,6})?$/.test(text) && !/\.\d*0$/.test(text) ? Number(text) : text;
