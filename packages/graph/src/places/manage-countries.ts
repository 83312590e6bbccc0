import { z } from 'zod';
import { builder } from '../builder.ts';
import { conflict, FieldErrors } from '../errors.ts';
import { changesOf, edited, inEdit, record } from '../shared/edit.ts';
import { administeredIds, sharedThing } from '../shared/shared-things.ts';
import { checkLanguages, TranslatedTextInput, withTranslations } from '../shared/translated-texts.ts';
import { Country } from './country.ts';
import { countryValues } from './place-values.ts';

const CountryInput = builder.inputType('CountryInput', {
  description: 'A country.',
  fields: (t) => ({
    code: t.string({ required: true, description: 'ISO 3166-1 code, two upper-case letters.' }),
    name: t.string({ required: true, description: 'Its name.' }),
    translations: t.field({ type: [TranslatedTextInput], description: 'All translations of `name`.' }),
  }),
});

const form = z.object(countryValues);

// Countries are not changed and not deleted by administrators: their codes and names are facts, not somebody's business.
builder.mutationField('createCountry', (t) =>
  t.prismaField({
    type: Country,
    description:
      'Creates a country, for all organizations of the installation. Answers with the country of that code, unchanged, where there is one of this name. For administrators.',
    args: { input: t.arg({ type: CountryInput, required: true, description: 'The country.' }) },
    resolve: async (query, _root, { input }, context) => {
      administeredIds(context);
      const code = await inEdit(context, async (tx) => {
        const edit = edited(form, null, withTranslations(input));
        const fieldErrors = new FieldErrors();
        await checkLanguages(tx, null, edit.next.translations, fieldErrors);
        fieldErrors.throwIfAny();
        const data = edit.next;
        const [made] = await tx.country.createManyAndReturn({ data, skipDuplicates: true, select: { id: true } });
        const change = changesOf(edit);
        if (!made && (await tx.country.count({ where: { code: data.code, name: data.name } })) === 0)
          throw conflict('There is a country of this code with another name.');
        if (made && change) await record(tx, context, sharedThing(context, 'country', made.id), 'create', change);
        return data.code;
      });
      return context.db.country.findUniqueOrThrow({ ...query, where: { code } });
    },
  }),
);
