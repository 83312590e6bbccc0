import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { FieldErrors, UNKNOWN_ID } from '../errors.ts';
import { OrderStatus } from '../orders/booking.ts';
import { OrderFilter } from '../orders/order-filter.ts';
import { peopleWho } from '../people/user.ts';
import type { Right } from '../shared/principals.ts';
import { checkTags } from '../tags/check-tags.ts';
import { BatchTagAction, BatchTagsOn, TransferSide } from './batch-types.ts';
import type { RowChange } from './row-change.ts';

export const BatchOrders = builder.inputType('BatchOrders', {
  description:
    'The orders of a batch: either by ids, or all that match a filter now. Orders that match later are not added.',
  fields: (t) => ({
    ids: t.intList({ description: 'These orders; each must be of an organization in which the viewer is staff.' }),
    filter: t.field({ type: OrderFilter, description: 'All orders that match it; an empty filter matches all.' }),
    organizationId: t.int({
      description:
        'Orders of this organization; required with a filter from a viewer who is staff of several organizations.',
    }),
  }),
});

const BatchTagInput = builder.inputType('BatchTagInput', {
  description: 'A tag to change.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'The key.' }),
    value: t.field({
      type: 'TagValue',
      description: 'The value. Optional only where tags are removed: then any value matches.',
    }),
  }),
});

const BatchTagsInput = builder.inputType('BatchTagsInput', {
  description: 'Tags to change.',
  fields: (t) => ({
    on: t.field({ type: BatchTagsOn, required: true, description: 'The part of each order that carries them.' }),
    action: t.field({ type: BatchTagAction, required: true, description: 'What to do with them.' }),
    tags: t.field({
      type: [BatchTagInput],
      required: true,
      description: 'The tags, each key once; an empty list removes all tags where they are synchronised.',
    }),
  }),
});

const BatchDriverInput = builder.inputType('BatchDriverInput', {
  description: 'A driver to assign.',
  fields: (t) => ({
    of: t.field({ type: [TransferSide], required: true, description: 'The transfers to assign the driver to.' }),
    id: t.int({ description: 'The driver; null unassigns the driver.' }),
  }),
});

const BatchPersonInput = builder.inputType('BatchPersonInput', {
  description: 'A user to assign.',
  fields: (t) => ({ id: t.int({ description: 'The user; null unassigns the user.' }) }),
});

export const BatchChangeInput = builder.inputType('BatchChangeInput', {
  description: 'What to change in each order. Exactly one member.',
  fields: (t) => ({
    status: t.field({ type: OrderStatus, description: 'Its state.' }),
    driver: t.field({ type: BatchDriverInput, description: 'The driver of its transfers.' }),
    tourGuide: t.field({ type: BatchPersonInput, description: 'Who guides.' }),
    contactPerson: t.field({ type: BatchPersonInput, description: 'The contact person.' }),
    tags: t.field({ type: BatchTagsInput, description: 'Its tags.' }),
  }),
});

type Input = typeof BatchChangeInput.$inferInput;

/**
 * The change that an input requests for orders of an organization.
 *
 * @throws a validation error: unless the input has exactly one member, for users who cannot be assigned, and for
 *   invalid tags
 */
export async function checkedChange(context: Context, input: Input, organizationId: number): Promise<RowChange> {
  const fieldErrors = new FieldErrors();
  const { status, driver, tourGuide, contactPerson, tags } = input;
  const requested = [status, driver, tourGuide, contactPerson, tags].filter(
    (member) => (member ?? undefined) !== undefined,
  );
  if (requested.length !== 1) fieldErrors.add(['change'], 'must have exactly one member.');
  fieldErrors.throwIfAny();
  const assigned = async (member: string, right: Right, id: number | null | undefined) => {
    if (!(await isEligible(context, right, id, organizationId))) fieldErrors.add(['change', member, 'id'], UNKNOWN_ID);
    return id ?? null;
  };
  const change: RowChange = {};
  if (status) change.status = status;
  if (driver) {
    if (driver.of.length === 0) fieldErrors.add(['change', 'driver', 'of'], 'must contain pickup, dropoff or both.');
    const driverId = await assigned('driver', 'drive', driver.id);
    for (const side of driver.of) change[side] = { driverId };
  }
  if (tourGuide) change.tourGuideId = await assigned('tourGuide', 'guide', tourGuide.id);
  if (contactPerson) change.contactPersonId = await assigned('contactPerson', 'contact', contactPerson.id);
  if (tags) change.tags = checkedTags(tags, fieldErrors);
  fieldErrors.throwIfAny();
  return change;
}

async function isEligible(context: Context, right: Right, id: number | null | undefined, organizationId: number) {
  if (id === null || id === undefined) return true;
  const where = { AND: [{ id }, peopleWho(right, [organizationId], context)] };
  return (await context.db.user.count({ where })) > 0;
}

function checkedTags(
  { on, action, tags }: NonNullable<Input['tags']>,
  fieldErrors: FieldErrors,
): NonNullable<RowChange['tags']> {
  const path = ['change', 'tags', 'tags'];
  const named = tags.map(({ key, value }) => ({ key, value: value ?? null }));
  const given = named.flatMap(({ key, value }) => (value === null ? [] : [{ key, value }]));
  if (action !== 'remove') {
    named.forEach(({ value }, index) => {
      if (value === null) fieldErrors.add([...path, index, 'value'], 'is required.');
    });
  }
  if (action !== 'synchronise' && tags.length === 0) fieldErrors.add(path, 'must hold at least one tag.');
  fieldErrors.throwIfAny();
  // Without a value only the key counts, but the check needs a value.
  checkTags(
    action === 'remove' ? named.map(({ key, value }) => ({ key, value: value ?? '' })) : given,
    path,
    fieldErrors,
  );
  return { on, action, tags: named };
}
