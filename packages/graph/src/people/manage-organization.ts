import type { Tx } from '@channel/prisma';
import { z } from 'zod';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { FieldErrors, UNKNOWN_ID } from '../errors.ts';
import { administeredOrganization, changesOf, edited, inEdit, record } from '../shared/edit.ts';
import { type Existing, existing, expectVersion } from '../shared/expected-version.ts';
import { lockRows } from '../shared/rows.ts';
import { Organization } from './organization.ts';
import { organizationValues } from './people-values.ts';

const TimeUnit = builder.enumType('TimeUnit', {
  description: 'The unit of times of the catalogue.',
  values: {
    none: { description: 'Unknown: nothing is computed.' },
    minutes: { description: 'Minutes.' },
    hours: { description: 'Hours.' },
    days: { description: 'Days.' },
  } as const,
});

const StaffOrganization = builder.prismaObject('Organization', {
  variant: 'StaffOrganization',
  description: 'An organization in the view of its administrators.',
  fields: (t) => ({
    organization: t.variant(Organization, { description: 'The organization itself.' }),
    vatPercentage: t.expose('vatPercentage', { type: 'Decimal' }),
    vatType: t.exposeString('vatType'),
    version: t.exposeInt('version'),
    durationUnit: t.expose('durationUnit', { type: TimeUnit, nullable: true }),
    cutOffUnit: t.expose('cutOffUnit', { type: TimeUnit, nullable: true }),
  }),
});

const OrganizationInput = builder.inputType('OrganizationInput', {
  description:
    'The members of an organization. A member that is left out keeps its value. How it estimates jobs, and the unit of penalties, are changed by `changeDispatchRules`.',
  fields: (t) => ({
    name: t.string({ description: 'The name under which it trades.' }),
    currency: t.string({ description: 'ISO 4217 code of the currency in which orders are priced if the rate has it.' }),
    languages: t.stringList({
      description:
        'ISO 639-1 codes of the languages of its texts. The first is the default: that of the untranslated texts. Translations in others are kept.',
    }),
    timeZone: t.string({ description: 'IANA time zone of its office.' }),
    vatPercentage: t.field({ type: 'Decimal', description: 'Value added tax in percent, of orders from now on.' }),
    vatType: t.string({ description: 'How prices relate to the tax, such as `included`.' }),
    durationUnit: t.field({ type: TimeUnit, description: 'Unit of durations; null: as the installation says.' }),
    cutOffUnit: t.field({ type: TimeUnit, description: 'Unit of cut-off times; null: as the installation says.' }),
  }),
});

const form = z.object(organizationValues);

type Change = Existing & { input: typeof OrganizationInput.$inferInput };

async function update(tx: Tx, context: Context, { id, input, expectedVersion }: Change): Promise<void> {
  await lockRows(tx, 'Organization', { id });
  await expectVersion(tx, 'Organization', id, expectedVersion);
  const { currencyCode, ...row } = await tx.organization.findUniqueOrThrow({
    where: { id },
    include: { languages: { orderBy: [{ isDefault: 'desc' }, { position: 'asc' }, { languageCode: 'asc' }] } },
  });
  const former = {
    ...row,
    currency: currencyCode.trim(),
    languages: row.languages.map(({ languageCode }) => languageCode.trim()),
  };
  const edit = edited(form, former, input);
  const { currency, languages, ...columns } = edit.next;
  const fieldErrors = new FieldErrors();
  if ((await tx.currency.count({ where: { code: currency } })) === 0)
    fieldErrors.add(['input', 'currency'], UNKNOWN_ID);
  const known = await tx.language.findMany({ where: { code: { in: languages } }, select: { code: true } });
  languages.forEach((code, index) => {
    const isUsable = known.some((language) => language.code.trim() === code) && languages.indexOf(code) === index;
    if (!isUsable) fieldErrors.add(['input', 'languages', index], UNKNOWN_ID);
  });
  fieldErrors.throwIfAny();
  const change = changesOf(edit);
  if (!change) return;
  await tx.organization.update({ where: { id }, data: { ...columns, currencyCode: currency }, select: { id: true } });
  if (Object.keys(change.after ?? {}).includes('languages')) {
    await tx.organizationLanguage.deleteMany({ where: { organizationId: id } });
    await tx.organizationLanguage.createMany({
      data: languages.map((languageCode, position) => ({
        organizationId: id,
        languageCode,
        position,
        isDefault: position === 0,
      })),
    });
  }
  await record(tx, context, { entity: 'organization', entityId: id, organizationId: id }, 'update', change);
}

builder.queryField('staffOrganization', (t) =>
  t.prismaField({
    type: StaffOrganization,
    description: 'An organization that the viewer administers.',
    args: { id: t.arg.int({ required: true, description: "The organization's id." }) },
    resolve: (query, _root, { id }, context) =>
      context.db.organization.findUniqueOrThrow({ ...query, where: { id: administeredOrganization(context, id) } }),
  }),
);

builder.mutationField('updateOrganization', (t) =>
  t.prismaField({
    type: StaffOrganization,
    description:
      'Changes an organization. Orders keep the tax and the currency with which they were made. For its administrators; further organizations are created by the operator.',
    args: {
      ...existing('organization'),
      input: t.arg({ type: OrganizationInput, required: true, description: 'The members to change.' }),
    },
    resolve: async (query, _root, changed, context) => {
      administeredOrganization(context, changed.id);
      await inEdit(context, (tx) => update(tx, context, changed));
      return context.db.organization.findUniqueOrThrow({ ...query, where: { id: changed.id } });
    },
  }),
);
