import { inTransaction, type Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import { CatalogueProduct } from '../catalog/catalogue.ts';
import { staffCatalogue } from '../catalog/staff-catalogue.ts';
import type { Context } from '../context.ts';
import { FieldErrors, forbidden, notFound, UNKNOWN_ID } from '../errors.ts';
import { PenaltyUnit } from '../orders/cancellation-terms.ts';
import { audit } from '../shared/audit.ts';
import { expectedVersion, expectVersion, TOUCHED } from '../shared/expected-version.ts';
import { holds, staffOrganizationIds } from '../shared/principals.ts';
import { lockRows } from '../shared/rows.ts';
import { BOUNDS, DispatchRules, type Member } from './dispatch-rules.ts';
import { cityPair } from './travel.ts';

const MAX_TRAVEL_TIMES = 2_000;
/** A day: jobs further apart are not compared. */
const MAX_MINUTES = 1_440;
const MEMBERS = Object.keys(BOUNDS) as Member[];

const TravelTimeInput = builder.inputType('TravelTimeInput', {
  description: 'The time between two cities, in both directions.',
  fields: (t) => ({
    fromCityId: t.int({ required: true, description: 'The id of one city.' }),
    toCityId: t.int({ required: true, description: 'The id of the other city.' }),
    minutes: t.int({ description: 'The time in minutes; null: by distance and speed again.' }),
  }),
});

const DispatchRulesInput = builder.inputType('DispatchRulesInput', {
  description: 'A member that is left out keeps its value; null: as the installation sets it.',
  fields: (t) => ({
    guideMinutes: t.int({ description: 'Minutes of a guide job whose end is unknown, 1 to 1440.' }),
    transferMinutes: t.int({ description: 'Minutes of a transfer, 1 to 1440.' }),
    travelSpeed: t.int({ description: 'Kilometres per hour, as the crow flies, between two jobs, 1 to 300.' }),
    travelMargin: t.int({
      description: 'Minutes that should remain between the arrival from one job and the start of the next, 0 to 240.',
    }),
    penaltyUnit: t.field({ type: PenaltyUnit, description: 'The unit of the times of cancellation penalties.' }),
    travelTimes: t.field({ type: [TravelTimeInput], description: 'Times between cities to set; all others stay.' }),
  }),
});

const ProductTimesInput = builder.inputType('ProductTimesInput', {
  description: 'A member that is left out keeps its value; null: as the organization says.',
  fields: (t) => ({
    guideMinutes: t.int({ description: 'Minutes of a guide job whose end is unknown, 1 to 1440.' }),
    transferMinutes: t.int({ description: 'Minutes of a transfer, 1 to 1440.' }),
  }),
});

type RulesInput = typeof DispatchRulesInput.$inferInput;
type ProductTimes = typeof ProductTimesInput.$inferInput;

builder.mutationFields((t) => ({
  changeDispatchRules: t.prismaField({
    type: DispatchRules,
    description:
      'Changes how an organization estimates jobs and ways, and reads its cancellation penalties. For its administrators.',
    args: {
      organizationId: t.arg.int({ required: true, description: "The organization's id." }),
      input: t.arg({ type: DispatchRulesInput, required: true, description: 'The change.' }),
      expectedVersion: t.arg.int(expectedVersion),
    },
    resolve: async (query, _root, { organizationId, input, ...expected }, context) => {
      if (!staffOrganizationIds(context).includes(organizationId)) throw notFound('Organization');
      if (!holds(context, 'administer', organizationId))
        throw forbidden('You may not change the rules of this organization.');
      await inTransaction(context.db, async (tx) => {
        await expectVersion(tx, 'Organization', organizationId, expected.expectedVersion);
        await changeRules(tx, { ...context, db: tx }, organizationId, input);
      });
      return context.db.organization.findUniqueOrThrow({ ...query, where: { id: organizationId } });
    },
  }),
  changeProductTimes: t.prismaField({
    type: CatalogueProduct,
    description: 'Changes how long jobs of a product are estimated to take. For administrators of its organization.',
    args: {
      productId: t.arg.int({ required: true, description: "The product's id." }),
      input: t.arg({ type: ProductTimesInput, required: true, description: 'The change.' }),
      expectedVersion: t.arg.int(expectedVersion),
    },
    resolve: async (query, _root, { productId, input, ...expected }, context) => {
      const where = { AND: [{ id: productId }, staffCatalogue(context)] };
      const product = await context.db.product.findFirst({ where, select: { organizationId: true } });
      if (!product) throw notFound('Product');
      if (!holds(context, 'administer', product.organizationId))
        throw forbidden('You may not change the products of this organization.');
      await inTransaction(context.db, async (tx) => {
        await expectVersion(tx, 'Product', productId, expected.expectedVersion);
        await changeTimes(tx, { ...context, db: tx }, productId, input);
      });
      return context.db.product.findUniqueOrThrow({ ...query, where: { id: productId } });
    },
  }),
}));

/** The given members, checked. */
function checkedMembers<Key extends Member>(
  input: Partial<Record<Key, number | null>>,
  members: readonly Key[],
  fieldErrors: FieldErrors,
): Partial<Record<Key, number | null>> {
  const given: Partial<Record<Key, number | null>> = {};
  for (const member of members) {
    const value = input[member];
    if (value === undefined) continue;
    const { min, max } = BOUNDS[member];
    if (value !== null && (value < min || value > max))
      fieldErrors.add(['input', member], `must be between ${min} and ${max}.`);
    given[member] = value;
  }
  return given;
}

async function changeRules(tx: Tx, context: Context, id: number, input: RulesInput): Promise<void> {
  const fieldErrors = new FieldErrors();
  const { penaltyUnit } = input;
  const data = {
    ...checkedMembers(input, MEMBERS, fieldErrors),
    ...(penaltyUnit === undefined ? {} : { penaltyUnit }),
  };
  const travelTimes = input.travelTimes ?? [];
  await checkTravelTimes(tx, travelTimes, fieldErrors);
  fieldErrors.throwIfAny();
  await lockRows(tx, 'Organization', { id });
  const former = await tx.organization.findUniqueOrThrow({ where: { id } });
  // Travel times are part of the rules.
  await tx.organization.update({ where: { id }, data: { ...data, ...TOUCHED } });
  // Of a pair that is given twice, the last one counts.
  const given = new Map(travelTimes.map((each) => [cityPair(each.fromCityId, each.toCityId), each]));
  const rows = [...given.values()].map(({ fromCityId: one, toCityId: other, minutes }) => ({
    organizationId: id,
    fromCityId: Math.min(one, other),
    toCityId: Math.max(one, other),
    minutes,
  }));
  const pairs = rows.map(({ fromCityId, toCityId }) => ({ fromCityId, toCityId }));
  if (pairs.length > 0) await tx.travelTime.deleteMany({ where: { organizationId: id, OR: pairs } });
  await tx.travelTime.createMany({
    data: rows.flatMap(({ minutes, ...row }) => (typeof minutes === 'number' ? [{ ...row, minutes }] : [])),
  });
  const count = await tx.travelTime.count({ where: { organizationId: id } });
  if (count > MAX_TRAVEL_TIMES)
    fieldErrors.add(['input', 'travelTimes'], `may be set for at most ${MAX_TRAVEL_TIMES} pairs.`);
  fieldErrors.throwIfAny();
  const before = Object.fromEntries(Object.keys(data).map((member) => [member, former[member as keyof typeof data]]));
  const after = {
    ...data,
    ...(travelTimes.length > 0 ? { travelTimes: travelTimes.map((each) => ({ ...each })) } : {}),
  };
  await audit(tx, context, [
    { action: 'dispatch-rules.change', entity: 'organization', entityId: id, organizationId: id, before, after },
  ]);
}

async function checkTravelTimes(
  tx: Tx,
  times: NonNullable<RulesInput['travelTimes']>,
  fieldErrors: FieldErrors,
): Promise<void> {
  if (times.length > MAX_TRAVEL_TIMES) {
    fieldErrors.add(['input', 'travelTimes'], `must hold at most ${MAX_TRAVEL_TIMES} entries.`);
    return;
  }
  const ids = [...new Set(times.flatMap(({ fromCityId, toCityId }) => [fromCityId, toCityId]))];
  const cities = await tx.city.findMany({ where: { id: { in: ids } }, select: { id: true } });
  const known = new Set(cities.map(({ id }) => id));
  for (const [index, { fromCityId, toCityId, minutes }] of times.entries()) {
    const path = ['input', 'travelTimes', index];
    if (!known.has(fromCityId)) fieldErrors.add([...path, 'fromCityId'], UNKNOWN_ID);
    if (!known.has(toCityId)) fieldErrors.add([...path, 'toCityId'], UNKNOWN_ID);
    if (fromCityId === toCityId) fieldErrors.add([...path, 'toCityId'], 'must be another city.');
    if (typeof minutes === 'number' && (minutes < 0 || minutes > MAX_MINUTES))
      fieldErrors.add([...path, 'minutes'], `must be between 0 and ${MAX_MINUTES}.`);
  }
}

async function changeTimes(tx: Tx, context: Context, id: number, input: ProductTimes): Promise<void> {
  const fieldErrors = new FieldErrors();
  const data = checkedMembers(input, ['guideMinutes', 'transferMinutes'], fieldErrors);
  fieldErrors.throwIfAny();
  await lockRows(tx, 'Product', { id });
  const former = await tx.product.findUniqueOrThrow({ where: { id } });
  await tx.product.update({ where: { id }, data });
  const before = { guideMinutes: former.guideMinutes, transferMinutes: former.transferMinutes };
  const { organizationId } = former;
  await audit(tx, context, [
    { action: 'product.change-times', entity: 'product', entityId: id, organizationId, before, after: data },
  ]);
}
