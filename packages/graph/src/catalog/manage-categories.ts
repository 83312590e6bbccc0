import type { Tx } from '@channel/prisma';
import { z } from 'zod';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { FieldErrors, notFound } from '../errors.ts';
import { changesOf, edited, inEdit, lastValues, record } from '../shared/edit.ts';
import { type Existing, existing, expectVersion } from '../shared/expected-version.ts';
import { lockRows } from '../shared/rows.ts';
import { administeredIds, refuseForeignUse, sharedThing } from '../shared/shared-things.ts';
import { checkLanguages, TranslatedTextInput, withTranslations } from '../shared/translated-texts.ts';
import { categoryValues } from './catalogue-values.ts';
import { Category } from './category.ts';

const CategoryInput = builder.inputType('CategoryInput', {
  description: 'The members of a category. A member that is left out keeps its value.',
  fields: (t) => ({
    title: t.string({ description: 'Its title, unique in the installation.' }),
    translations: t.field({ type: [TranslatedTextInput], description: 'All translations of `title`.' }),
  }),
});

const form = z.object(categoryValues);

async function checked(tx: Tx, former: object | null, input: typeof CategoryInput.$inferInput) {
  const edit = edited(form, former, withTranslations(input));
  const fieldErrors = new FieldErrors();
  await checkLanguages(tx, null, edit.next.translations, fieldErrors);
  fieldErrors.throwIfAny();
  return edit;
}

/** A category that only organizations of the actor use, locked. */
async function managed(tx: Tx, context: Context, { id, expectedVersion }: Existing) {
  const organizationIds = administeredIds(context);
  await lockRows(tx, 'Category', { id });
  const category = await tx.category.findUnique({ where: { id } });
  if (!category) throw notFound('Category');
  const foreign = { product: { organizationId: { notIn: organizationIds } } };
  const tags = { some: { organizationId: { notIn: organizationIds } } };
  refuseForeignUse(await tx.category.count({ where: { id, OR: [{ products: { some: foreign } }, { tags }] } }));
  await expectVersion(tx, 'Category', id, expectedVersion);
  return category;
}

const existingCategory = existing('category');

builder.mutationFields((t) => ({
  createCategory: t.prismaField({
    type: Category,
    description:
      'Creates a category, for all organizations of the installation. Answers with the category of that title, unchanged, where there is one. For administrators.',
    args: {
      input: t.arg({ type: CategoryInput, required: true, description: 'The category; its title is required.' }),
    },
    resolve: async (query, _root, { input }, context) => {
      administeredIds(context);
      const title = await inEdit(context, async (tx) => {
        const edit = await checked(tx, null, input);
        const data = edit.next;
        const [made] = await tx.category.createManyAndReturn({ data, skipDuplicates: true, select: { id: true } });
        const change = changesOf(edit);
        if (made && change) await record(tx, context, sharedThing(context, 'category', made.id), 'create', change);
        return data.title;
      });
      return context.db.category.findUniqueOrThrow({ ...query, where: { title } });
    },
  }),
  updateCategory: t.prismaField({
    type: Category,
    description: 'Changes a category that no organization uses that the viewer does not administer.',
    args: {
      ...existingCategory,
      input: t.arg({ type: CategoryInput, required: true, description: 'The members to change.' }),
    },
    resolve: async (query, _root, { id, input, expectedVersion }, context) => {
      await inEdit(
        context,
        async (tx) => {
          const edit = await checked(tx, await managed(tx, context, { id, expectedVersion }), input);
          const change = changesOf(edit);
          if (!change) return;
          await tx.category.update({ where: { id }, data: edit.next, select: { id: true } });
          await record(tx, context, sharedThing(context, 'category', id), 'update', change);
        },
        'title',
      );
      return context.db.category.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  deleteCategory: t.boolean({
    description: 'Deletes a category that no product has. For administrators.',
    args: existingCategory,
    resolve: async (_root, { id, expectedVersion }, context) => {
      await inEdit(context, async (tx) => {
        const { id: _, ...former } = await managed(tx, context, { id, expectedVersion });
        await tx.category.delete({ where: { id }, select: { id: true } });
        await record(tx, context, sharedThing(context, 'category', id), 'delete', lastValues(former));
      });
      return true;
    },
  }),
}));
