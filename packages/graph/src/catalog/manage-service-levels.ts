import type { Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict, FieldErrors, invalid, UNKNOWN_ID } from '../errors.ts';
import { changesOf, edited, inEdit, lastValues, record } from '../shared/edit.ts';
import { type Existing, existing, expectVersion } from '../shared/expected-version.ts';
import { checkLanguages, withTranslations } from '../shared/translated-texts.ts';
import { CatalogueLevel } from './catalogue-level.ts';
import { checkLevel, checkOnce, checkTimes } from './catalogue-rules.ts';
import { MAX_OF_PRODUCT } from './catalogue-values.ts';
import { followSchedules } from './follow-schedules.ts';
import { type ManagedLevel, managedLevel, managedProduct } from './managed-level.ts';
import { writePickup } from './pickup-input.ts';
import { ServiceLevelInput, serviceLevelForm } from './service-level-input.ts';
import { usablePoints } from './usable-points.ts';
import { writePriceCategories } from './write-price-categories.ts';

type Input = typeof ServiceLevelInput.$inferInput;
type Values = ReturnType<typeof checked>['next'];

/** The values of a service level as it will be. */
function checked(former: ManagedLevel | { position: number }, input: Input, isNew: boolean) {
  const { priceCategories, ...given } = withTranslations(input);
  const categories = priceCategories?.map((category, index) =>
    withTranslations(category, ['input', 'priceCategories', index]),
  );
  const edit = edited(serviceLevelForm, former, categories ? { ...given, priceCategories: categories } : given);
  return isNew ? { ...edit, former: null } : edit;
}

/** Checks the rules of a service level, also against what belongs to it. @throws a validation error or a conflict */
async function checkRules(
  tx: Tx,
  context: Context,
  product: { organizationId: number; productId: number },
  former: ManagedLevel | null,
  next: Values,
): Promise<void> {
  const { organizationId } = product;
  const fieldErrors = new FieldErrors();
  const below = { add: (path: (string | number)[], message: string) => fieldErrors.add(['input', ...path], message) };
  checkLevel(next, below);
  const known = new Set(former?.priceCategories.map(({ id }) => id));
  const given = next.priceCategories.flatMap(({ id }) => id ?? []);
  next.priceCategories.forEach(({ id }, index) => {
    const isUsable = id === null || (known.has(id) && given.indexOf(id) === given.lastIndexOf(id));
    if (!isUsable) below.add(['priceCategories', index, 'id'], UNKNOWN_ID);
  });
  if (next.pickup) await checkPickup(tx, context, product, next.pickup, fieldErrors);
  const texts = [next, ...next.priceCategories].map(({ translations }) => translations);
  await checkLanguages(tx, organizationId, Object.assign({}, ...texts), fieldErrors);
  if (former) await checkParts(tx, former, next, below);
  fieldErrors.throwIfAny();
}

async function checkPickup(
  tx: Tx,
  context: Context,
  product: { organizationId: number; productId: number },
  { times, places }: NonNullable<Values['pickup']>,
  fieldErrors: FieldErrors,
): Promise<void> {
  const below = {
    add: (path: (string | number)[], message: string) => fieldErrors.add(['input', 'pickup', ...path], message),
  };
  checkOnce(
    times.map((time) => time.getTime()),
    'times',
    below,
  );
  const ids = places.map(({ pointId }) => pointId);
  const points = new Set((await usablePoints(tx, context, product, ids)).map(({ id }) => id));
  ids.forEach((id, index) => {
    if (!points.has(id)) below.add(['places', index, 'pointId'], UNKNOWN_ID);
  });
}

/** Checks that the rates, schedules and bookings of a service level agree with its new values. */
async function checkParts(tx: Tx, former: ManagedLevel, next: Values, below: Pick<FieldErrors, 'add'>): Promise<void> {
  const { id: serviceLevelId } = former;
  const rate = { serviceLevelId };
  const kept = next.priceCategories.flatMap(({ id }) => id ?? []);
  const priced = { rateCategory: { priceCategoryId: { notIn: kept } }, rate };
  if ((await tx.ratePrice.count({ where: priced })) > 0)
    below.add(['priceCategories'], 'must hold the categories of its prices: change its rates first.');
  if (next.pricingType !== former.pricingType) {
    const other = { per_person: { rateCategoryId: null }, per_item: { rateCategoryId: { not: null } } };
    const where = Object.entries(other).find(([type]) => type === next.pricingType)?.[1];
    if (where && (await tx.ratePrice.count({ where: { rate, ...where } })) > 0)
      below.add(['pricingType'], 'must fit the prices of its rates: delete its rates first.');
  }
  if (next.availabilityType === former.availabilityType) return;
  if ((await tx.booking.count({ where: { serviceLevelId } })) > 0)
    throw conflict('It has bookings: create another service level for another availability type.');
  const schedules = await tx.schedule.findMany({ where: { serviceLevelId } });
  const unfit = new FieldErrors();
  for (const schedule of schedules) checkTimes(schedule, next.availabilityType, unfit);
  if (unfit.fields.length > 0)
    below.add(['availabilityType'], 'must fit the times of its schedules: delete them first.');
}

/** A service level that the actor may change, with its product locked. */
async function managed(tx: Tx, context: Context, { id, expectedVersion }: Existing): Promise<ManagedLevel> {
  const level = await managedLevel(tx, context, id);
  await expectVersion(tx, 'ServiceLevel', id, expectedVersion);
  return level;
}

async function update(tx: Tx, context: Context, { input, ...named }: Existing & { input: Input }): Promise<void> {
  const former = await managed(tx, context, named);
  const { id } = former;
  const edit = checked(former, input, false);
  await checkRules(tx, context, former, former, edit.next);
  const change = changesOf(edit);
  if (!change) return;
  const { priceCategories, pickup, ...data } = edit.next;
  await tx.serviceLevel.update({ where: { id }, data, select: { id: true } });
  const changed = Object.keys(change.after ?? {});
  if (changed.includes('priceCategories')) await writePriceCategories(tx, id, priceCategories);
  if (changed.includes('pickup')) await writePickup(tx, id, pickup);
  if (['availabilityType', 'offerTimeStart', 'offerTimeEnd'].some((member) => changed.includes(member)))
    await followSchedules(tx, context, id);
  const subject = { entity: 'service-level', entityId: id, organizationId: former.organizationId };
  await record(tx, context, subject, 'update', change);
}

async function create(tx: Tx, context: Context, productId: number, input: Input): Promise<number> {
  const { organizationId, serviceLevels } = await managedProduct(tx, context, productId);
  if (serviceLevels.length >= MAX_OF_PRODUCT)
    throw invalid([{ path: ['productId'], message: `must have fewer than ${MAX_OF_PRODUCT} service levels.` }]);
  const edit = checked({ position: serviceLevels.length }, input, true);
  await checkRules(tx, context, { organizationId, productId }, null, edit.next);
  const { priceCategories, pickup, ...data } = edit.next;
  const { id } = await tx.serviceLevel.create({ data: { ...data, productId }, select: { id: true } });
  await writePriceCategories(tx, id, priceCategories);
  await writePickup(tx, id, pickup);
  const subject = { entity: 'service-level', entityId: id, organizationId };
  await record(tx, context, subject, 'create', { after: { productId, ...changesOf(edit)?.after } });
  return id;
}

const existingLevel = existing('service level');

builder.mutationFields((t) => ({
  createServiceLevel: t.prismaField({
    type: CatalogueLevel,
    description:
      'Adds a service level to a product, with its price categories. It can be booked as soon as it has rates and departures. For administrators of the organization.',
    args: {
      productId: t.arg.int({ required: true, description: 'The product that it sells.' }),
      input: t.arg({
        type: ServiceLevelInput,
        required: true,
        description: 'The service level. Title, description, capacity, types and the days of the offer are required.',
      }),
    },
    resolve: async (query, _root, { productId, input }, context) => {
      const id = await inEdit(context, (tx) => create(tx, context, productId, input));
      return context.db.serviceLevel.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  updateServiceLevel: t.prismaField({
    type: CatalogueLevel,
    description:
      'Changes a service level. What was sold stays as it was. Another offer period adds and removes future departures of its schedules; those with bookings stay. For administrators of the organization.',
    args: {
      ...existingLevel,
      input: t.arg({ type: ServiceLevelInput, required: true, description: 'The members to change.' }),
    },
    resolve: async (query, _root, changed, context) => {
      await inEdit(context, (tx) => update(tx, context, changed));
      return context.db.serviceLevel.findUniqueOrThrow({ ...query, where: { id: changed.id } });
    },
  }),
  deleteServiceLevel: t.boolean({
    description:
      'Deletes a service level with its rates, schedules and departures, unless it has bookings: then end its offer by `offerTimeEnd`. For administrators of the organization.',
    args: existingLevel,
    resolve: async (_root, { id, expectedVersion }, context) => {
      await inEdit(context, async (tx) => {
        const {
          organizationId,
          product: _,
          currencies: _codes,
          pickupOptions: _options,
          ...former
        } = await managed(tx, context, { id, expectedVersion });
        await tx.serviceLevel.delete({ where: { id }, select: { id: true } });
        const subject = { entity: 'service-level', entityId: id, organizationId };
        await record(tx, context, subject, 'delete', lastValues(former));
      });
      return true;
    },
  }),
}));
