import type { Tx } from '@channel/prisma';
import { z } from 'zod';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { FieldErrors, notFound, UNKNOWN_ID } from '../errors.ts';
import {
  administered,
  administeredOrganization,
  changesOf,
  edited,
  inEdit,
  lastValues,
  record,
} from '../shared/edit.ts';
import { type Existing, existing, expectVersion } from '../shared/expected-version.ts';
import { staffOrganizationIds } from '../shared/principals.ts';
import { lockRows } from '../shared/rows.ts';
import { checkLanguages, TranslatedTextInput, withTranslations } from '../shared/translated-texts.ts';
import { listOf, text } from '../shared/values.ts';
import { supplierValues } from './catalogue-values.ts';
import { Supplier } from './supplier.ts';

const SupplierInput = builder.inputType('SupplierInput', {
  description: 'The members of a supplier. A member that is left out keeps its value.',
  fields: (t) => ({
    name: t.string({ description: 'Its name, unique in its organization.' }),
    description: t.string({ description: 'A description; null: none.' }),
    permissions: t.stringList({ description: 'Names of all of its permissions; others are removed.' }),
    translations: t.field({ type: [TranslatedTextInput], description: 'All translations of `description`.' }),
  }),
});

const form = z.object({ ...supplierValues, permissions: listOf(text(100), 100).default([]) });

async function save(
  tx: Tx,
  context: Context,
  organizationId: number,
  former: Former | null,
  input: typeof SupplierInput.$inferInput,
): Promise<number> {
  const { former: before, next } = edited(form, former, withTranslations(input));
  const permissions = [...new Set(next.permissions)].sort();
  const fieldErrors = new FieldErrors();
  const known = await tx.permission.findMany({ where: { name: { in: permissions } }, select: { name: true } });
  next.permissions.forEach((name, index) => {
    if (!known.some((permission) => permission.name === name))
      fieldErrors.add(['input', 'permissions', index], UNKNOWN_ID);
  });
  await checkLanguages(tx, organizationId, next.translations, fieldErrors);
  fieldErrors.throwIfAny();
  const change = changesOf({ former: before, next: { ...next, permissions } });
  if (former && !change) return former.id;
  const { permissions: _, ...columns } = next;
  const { id } = former
    ? await tx.supplier.update({ where: { id: former.id }, data: columns, select: { id: true } })
    : await tx.supplier.create({ data: { ...columns, organizationId }, select: { id: true } });
  await tx.supplierPermission.deleteMany({ where: { supplierId: id } });
  await tx.supplierPermission.createMany({
    data: permissions.map((permissionName) => ({ supplierId: id, permissionName })),
  });
  const subject = { entity: 'supplier', entityId: id, organizationId };
  if (change) await record(tx, context, subject, former ? 'update' : 'create', change);
  return id;
}

type Former = Awaited<ReturnType<typeof managed>>;

/** A supplier of an organization that the actor administers, locked. */
async function managed(tx: Tx, context: Context, { id, expectedVersion }: Existing) {
  await lockRows(tx, 'Supplier', { id, organizationId: { in: staffOrganizationIds(context) } });
  const row = await tx.supplier.findUnique({ where: { id }, include: { permissions: true } });
  const { permissions, ...supplier } = administered(context, row, notFound('Supplier'));
  await expectVersion(tx, 'Supplier', id, expectedVersion);
  return { ...supplier, permissions: permissions.map(({ permissionName }) => permissionName).sort() };
}

const existingSupplier = existing('supplier');

builder.mutationFields((t) => ({
  createSupplier: t.prismaField({
    type: Supplier,
    description: 'Creates a supplier of an organization. For its administrators.',
    args: {
      organizationId: t.arg.int({ required: true, description: 'The organization whose products it provides.' }),
      input: t.arg({ type: SupplierInput, required: true, description: 'The supplier; its name is required.' }),
    },
    resolve: async (query, _root, { organizationId, input }, context) => {
      administeredOrganization(context, organizationId);
      const id = await inEdit(context, (tx) => save(tx, context, organizationId, null, input));
      return context.db.supplier.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  updateSupplier: t.prismaField({
    type: Supplier,
    description: 'Changes a supplier. What was sold keeps its former texts. For administrators of its organization.',
    args: {
      ...existingSupplier,
      input: t.arg({ type: SupplierInput, required: true, description: 'The members to change.' }),
    },
    resolve: async (query, _root, { id, input, expectedVersion }, context) => {
      await inEdit(context, async (tx) => {
        const former = await managed(tx, context, { id, expectedVersion });
        await save(tx, context, former.organizationId, former, input);
      });
      return context.db.supplier.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  deleteSupplier: t.boolean({
    description: 'Deletes a supplier to which no products and no orders refer. For administrators of its organization.',
    args: existingSupplier,
    resolve: async (_root, { id, expectedVersion }, context) => {
      await inEdit(context, async (tx) => {
        const { organizationId, id: _, ...former } = await managed(tx, context, { id, expectedVersion });
        await tx.supplier.delete({ where: { id }, select: { id: true } });
        const subject = { entity: 'supplier', entityId: id, organizationId };
        await record(tx, context, subject, 'delete', lastValues(former));
      });
      return true;
    },
  }),
}));
