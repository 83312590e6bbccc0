import type { Prisma, Tx } from '@channel/prisma';
import { z } from 'zod';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { FieldErrors, invalid, notFound, UNKNOWN_ID } from '../errors.ts';
import { changesOf, edited, inEdit, lastValues, record } from '../shared/edit.ts';
import { type Existing, existing, expectVersion } from '../shared/expected-version.ts';
import { readRows } from '../shared/rows.ts';
import { checkLanguages, TranslatedTextInput, withTranslations } from '../shared/translated-texts.ts';
import { listOf, whole } from '../shared/values.ts';
import { CatalogueRate } from './catalogue-rate.ts';
import { checkRate } from './catalogue-rules.ts';
import { MAX_OF_LEVEL, MAX_PRICES, priceValues, rateValues } from './catalogue-values.ts';
import { type ManagedLevel, managedLevel } from './managed-level.ts';

const PriceInput = builder.inputType('PriceInput', {
  description:
    'A price in one currency: exact decimals with at most three digits after the point, best given as texts.',
  fields: (t) => ({
    priceCategoryId: t.int({
      description: 'The price category that pays it, if it is sold per person; null per item.',
    }),
    currency: t.string({ required: true, description: 'ISO 4217 code of a currency of the product.' }),
    original: t.field({ type: 'Decimal', required: true, description: "The supplier's price." }),
    agent: t.field({ type: 'Decimal', required: true, description: 'What the selling partner pays.' }),
    sold: t.field({ type: 'Decimal', required: true, description: 'What the client pays.' }),
  }),
});

const PenaltyInput = builder.inputType('PenaltyInput', {
  description: 'The cost of a late cancellation.',
  fields: (t) => ({
    time: t.int({
      required: true,
      description: 'How long before the start it begins, in the unit of the organization.',
    }),
    percentage: t.field({
      type: 'Decimal',
      required: true,
      description: 'Share of the price that is lost, in percent.',
    }),
  }),
});

export const RateInput = builder.inputType('RateInput', {
  description: 'The members of a rate. A member that is left out keeps its value; a list replaces the former one.',
  fields: (t) => ({
    title: t.string({ description: 'Its title.' }),
    validFrom: t.field({ type: 'Date', description: 'First day of departures at it; null: no bound.' }),
    validTo: t.field({ type: 'Date', description: 'Last day of departures at it; null: no bound.' }),
    weekdays: t.intList({ description: 'ISO weekdays (1 is Monday) of departures at it; empty: every day.' }),
    cancellationDescription: t.string({ description: 'The cancellation policies as text; null: none.' }),
    penalties: t.field({ type: [PenaltyInput], description: 'Its cancellation penalties, at most 50.' }),
    prices: t.field({ type: [PriceInput], description: `Its prices, in order, 1 to ${MAX_PRICES}.` }),
    position: t.int({ description: 'Its place among the rates of the service level; a new one is the last.' }),
    translations: t.field({ type: [TranslatedTextInput], description: 'All translations of its texts.' }),
  }),
});

const form = z.object({
  ...rateValues,
  position: whole(0, 1_000_000),
  prices: listOf(z.object({ priceCategoryId: z.int().nullable().default(null), ...priceValues }), MAX_PRICES).refine(
    (prices) => prices.length > 0,
    { message: 'must hold at least one price.' },
  ),
});

type Values = z.output<typeof form>;

const withPrices = {
  prices: { orderBy: [{ position: 'asc' }, { id: 'asc' }], include: { rateCategory: true } },
  penalties: { orderBy: [{ time: 'desc' }, { id: 'asc' }], select: { time: true, percentage: true } },
} as const satisfies Prisma.RateInclude;

/** A rate of an organization that the actor administers, in the terms of its form, with its service level. */
async function managed(tx: Tx, context: Context, { id, expectedVersion }: Existing) {
  const [found] = await readRows(tx, 'Rate', { where: { id }, select: { serviceLevelId: true } });
  const level = await managedLevel(tx, context, found?.serviceLevelId ?? 0, notFound('Rate'));
  await expectVersion(tx, 'Rate', id, expectedVersion);
  const [row] = await readRows(tx, 'Rate', { where: { id }, include: withPrices });
  if (!row) throw notFound('Rate');
  const prices = row.prices.map(({ currencyCode, rateCategory, original, agent, sold }) => ({
    priceCategoryId: rateCategory?.priceCategoryId ?? null,
    currency: currencyCode.trim(),
    original,
    agent,
    sold,
  }));
  return { level, former: { ...row, prices } };
}

async function save(
  tx: Tx,
  context: Context,
  level: ManagedLevel,
  former: { id?: number; position?: number },
  input: typeof RateInput.$inferInput,
): Promise<number> {
  const { next, ...edit } = edited(form, former, withTranslations(input));
  await checkRules(tx, level, next);
  const penalties = next.penalties.toSorted((one, other) => other.time - one.time);
  const change = changesOf({ former: former.id ? edit.former : null, next: { ...next, penalties } });
  if (!change) return former.id ?? 0;
  const { prices, penalties: _, ...data } = next;
  const { id } = former.id
    ? await tx.rate.update({ where: { id: former.id }, data, select: { id: true } })
    : await tx.rate.create({ data: { ...data, serviceLevelId: level.id }, select: { id: true } });
  const changed = Object.keys(change.after ?? {});
  if (changed.includes('penalties')) {
    await tx.cancellationPenalty.deleteMany({ where: { rateId: id } });
    await tx.cancellationPenalty.createMany({ data: penalties.map((penalty) => ({ rateId: id, ...penalty })) });
  }
  if (changed.includes('prices')) await writePrices(tx, id, prices);
  const subject = { entity: 'rate', entityId: id, organizationId: level.organizationId };
  if (former.id) await record(tx, context, subject, 'update', change);
  else await record(tx, context, subject, 'create', { after: { serviceLevelId: level.id, ...change.after } });
  return id;
}

async function checkRules(tx: Tx, level: ManagedLevel, next: Values): Promise<void> {
  const fieldErrors = new FieldErrors();
  const prices = next.prices.map(({ priceCategoryId, currency }) => ({ priceCategory: priceCategoryId, currency }));
  checkRate({ ...next, prices }, level, {
    add: (path, message) =>
      fieldErrors.add(['input', ...path.map((step) => (step === 'priceCategory' ? 'priceCategoryId' : step))], message),
  });
  next.prices.forEach(({ priceCategoryId }, index) => {
    if (priceCategoryId !== null && !level.priceCategories.some(({ id }) => id === priceCategoryId))
      fieldErrors.add(['input', 'prices', index, 'priceCategoryId'], UNKNOWN_ID);
  });
  await checkLanguages(tx, level.organizationId, next.translations, fieldErrors);
  fieldErrors.throwIfAny();
}

/** Replaces the prices of a rate. Prices per person belong to the rate's row of the price category. */
async function writePrices(tx: Tx, rateId: number, prices: Values['prices']): Promise<void> {
  await tx.ratePrice.deleteMany({ where: { rateId } });
  await tx.rateCategory.deleteMany({ where: { rateId } });
  const payers = [...new Set(prices.flatMap(({ priceCategoryId }) => priceCategoryId ?? []))];
  const made = await tx.rateCategory.createManyAndReturn({
    data: payers.map((priceCategoryId) => ({ rateId, priceCategoryId })),
    select: { id: true, priceCategoryId: true },
  });
  const rowOf = new Map(made.map(({ id, priceCategoryId }) => [priceCategoryId, id]));
  await tx.ratePrice.createMany({
    data: prices.map(({ priceCategoryId, currency: currencyCode, ...amounts }, position) => ({
      rateId,
      rateCategoryId: priceCategoryId === null ? null : (rowOf.get(priceCategoryId) ?? null),
      currencyCode,
      ...amounts,
      position,
    })),
  });
}

async function create(
  tx: Tx,
  context: Context,
  serviceLevelId: number,
  input: typeof RateInput.$inferInput,
): Promise<number> {
  const level = await managedLevel(tx, context, serviceLevelId);
  const position = await tx.rate.count({ where: { serviceLevelId } });
  if (position >= MAX_OF_LEVEL)
    throw invalid([{ path: ['serviceLevelId'], message: `must have fewer than ${MAX_OF_LEVEL} rates.` }]);
  return save(tx, context, level, { position }, input);
}

type Change = Existing & { input: typeof RateInput.$inferInput };

/** Changes a rate and its prices. */
export async function updateRate(tx: Tx, context: Context, { input, ...named }: Change): Promise<void> {
  const { level, former } = await managed(tx, context, named);
  await save(tx, context, level, former, input);
}

const existingRate = existing('rate');

builder.mutationFields((t) => ({
  createRate: t.prismaField({
    type: CatalogueRate,
    description:
      'Adds a rate with its prices to a service level: its departures can be booked at it on the days when it is valid. For administrators of the organization.',
    args: {
      serviceLevelId: t.arg.int({ required: true, description: 'The service level that is sold at it.' }),
      input: t.arg({ type: RateInput, required: true, description: 'The rate; title and prices are required.' }),
    },
    resolve: async (query, _root, { serviceLevelId, input }, context) => {
      const id = await inEdit(context, (tx) => create(tx, context, serviceLevelId, input));
      return context.db.rate.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  updateRate: t.prismaField({
    type: CatalogueRate,
    description:
      'Changes a rate and its prices, for bookings from now on: what was sold keeps its prices and penalties. For administrators of the organization.',
    args: {
      ...existingRate,
      input: t.arg({ type: RateInput, required: true, description: 'The members to change.' }),
    },
    resolve: async (query, _root, changed, context) => {
      await inEdit(context, (tx) => updateRate(tx, context, changed));
      return context.db.rate.findUniqueOrThrow({ ...query, where: { id: changed.id } });
    },
  }),
  deleteRate: t.boolean({
    description:
      'Deletes a rate, unless it was booked: then end it by `validTo`. For administrators of the organization.',
    args: existingRate,
    resolve: async (_root, { id, expectedVersion }, context) => {
      await inEdit(context, async (tx) => {
        const { level, former } = await managed(tx, context, { id, expectedVersion });
        await tx.rate.delete({ where: { id }, select: { id: true } });
        const subject = { entity: 'rate', entityId: id, organizationId: level.organizationId };
        await record(tx, context, subject, 'delete', lastValues(former));
      });
      return true;
    },
  }),
}));
