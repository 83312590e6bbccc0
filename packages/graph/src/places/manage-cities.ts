import type { Prisma, Tx } from '@channel/prisma';
import { z } from 'zod';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict, FieldErrors, notFound, UNKNOWN_ID } from '../errors.ts';
import { changesOf, edited, inEdit, lastValues, record } from '../shared/edit.ts';
import { type Existing, existing, expectVersion } from '../shared/expected-version.ts';
import { lockRows } from '../shared/rows.ts';
import { administeredIds, refuseForeignUse, sharedThing } from '../shared/shared-things.ts';
import { checkLanguages, TranslatedTextInput, withTranslations } from '../shared/translated-texts.ts';
import { id } from '../shared/values.ts';
import { City } from './city.ts';
import { cityValues } from './place-values.ts';

const CityInput = builder.inputType('CityInput', {
  description: 'The members of a city. A member that is left out keeps its value.',
  fields: (t) => ({
    countryId: t.int({ description: 'The country in which it lies.' }),
    name: t.string({ description: 'Its name, unique in its country.' }),
    timeZone: t.string({ description: 'IANA time zone.' }),
    translations: t.field({ type: [TranslatedTextInput], description: 'All translations of `name`.' }),
  }),
});

type Input = typeof CityInput.$inferInput;

const form = z.object({ ...cityValues, countryId: id });

/** The values of a city as it will be, checked. */
async function checked(tx: Tx, former: object | null, input: Input) {
  const edit = edited(form, former, withTranslations(input));
  const fieldErrors = new FieldErrors();
  const { countryId, translations } = edit.next;
  if ((await tx.country.count({ where: { id: countryId } })) === 0) fieldErrors.add(['input', 'countryId'], UNKNOWN_ID);
  await checkLanguages(tx, null, translations, fieldErrors);
  fieldErrors.throwIfAny();
  return edit;
}

/** A city that only organizations of the actor use, locked. */
async function managed(tx: Tx, context: Context, { id, expectedVersion }: Existing) {
  const organizationIds = administeredIds(context);
  await lockRows(tx, 'City', { id });
  const city = await tx.city.findUnique({ where: { id } });
  if (!city) throw notFound('City');
  const foreign = { organizationId: { notIn: organizationIds } };
  const used = [
    { products: { some: foreign } },
    { orders: { some: foreign } },
    { points: { some: foreign } },
    { tags: { some: foreign } },
  ];
  const roles = { some: { role: foreign } };
  const travel = { some: foreign };
  const where: Prisma.CityWhereInput = { id, OR: [...used, { roles }, { travelFrom: travel }, { travelTo: travel }] };
  refuseForeignUse(await tx.city.count({ where }));
  await expectVersion(tx, 'City', id, expectedVersion);
  return city;
}

const existingCity = existing('city');

builder.mutationFields((t) => ({
  createCity: t.prismaField({
    type: City,
    description:
      'Creates a city, for all organizations of the installation. Answers with the city of that name in the country, unchanged, where there is one with the same time zone. For administrators.',
    args: {
      input: t.arg({ type: CityInput, required: true, description: 'Country, name and time zone are required.' }),
    },
    resolve: async (query, _root, { input }, context) => {
      administeredIds(context);
      const where = await inEdit(context, async (tx) => {
        const edit = await checked(tx, null, input);
        const [made] = await tx.city.createManyAndReturn({
          data: edit.next,
          skipDuplicates: true,
          select: { id: true },
        });
        const change = changesOf(edit);
        if (made && change) await record(tx, context, sharedThing(context, 'city', made.id), 'create', change);
        const { countryId, name, timeZone } = edit.next;
        // Times of departures would be wrong without a word.
        if (!made && (await tx.city.count({ where: { countryId, name, timeZone } })) === 0)
          throw conflict('There is a city of this name with another time zone.');
        return { countryId_name: { countryId, name } };
      });
      return context.db.city.findUniqueOrThrow({ ...query, where });
    },
  }),
  updateCity: t.prismaField({
    type: City,
    description:
      'Changes a city that no organization uses that the viewer does not administer. Its time zone is fixed as soon as orders are there.',
    args: {
      ...existingCity,
      input: t.arg({ type: CityInput, required: true, description: 'The members to change.' }),
    },
    resolve: async (query, _root, { id, input, expectedVersion }, context) => {
      await inEdit(context, async (tx) => {
        const edit = await checked(tx, await managed(tx, context, { id, expectedVersion }), input);
        const isMoved = edit.former?.timeZone !== edit.next.timeZone;
        if (isMoved && (await tx.order.count({ where: { cityId: id } })) > 0)
          throw conflict('Orders are there already: their times are those of the former time zone.');
        const change = changesOf(edit);
        if (!change) return;
        await tx.city.update({ where: { id }, data: edit.next, select: { id: true } });
        await record(tx, context, sharedThing(context, 'city', id), 'update', change);
      });
      return context.db.city.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  deleteCity: t.boolean({
    description: 'Deletes a city that nothing refers to. For administrators.',
    args: existingCity,
    resolve: async (_root, { id, expectedVersion }, context) => {
      await inEdit(context, async (tx) => {
        const { id: _, ...former } = await managed(tx, context, { id, expectedVersion });
        await tx.city.delete({ where: { id }, select: { id: true } });
        await record(tx, context, sharedThing(context, 'city', id), 'delete', lastValues(former));
      });
      return true;
    },
  }),
}));
