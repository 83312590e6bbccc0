import type { ImportDocument } from './form/index.ts';
import { adopt, type ImportRun, itemsOf } from './import-run.ts';
import { inChunks } from './records.ts';
import { writeTags } from './write-tags.ts';

/** Writes currencies, languages and permissions. They have no import records, because their codes identify them. */
export async function writeCodes(
  { tx }: ImportRun,
  { currencies, languages, permissions }: ImportDocument,
): Promise<void> {
  for (const { code, ...rest } of currencies) {
    await tx.currency.upsert({ where: { code }, create: { code, ...rest }, update: rest });
  }
  for (const { code, name } of languages) {
    await tx.language.upsert({ where: { code }, create: { code, name }, update: { name } });
  }
  for (const { name, description } of permissions) {
    await tx.permission.upsert({ where: { name }, create: { name, description }, update: { description } });
  }
}

export async function writeOrganizations(run: ImportRun, { organizations }: ImportDocument): Promise<void> {
  const { tx } = run;
  const items = itemsOf('organizations', organizations);
  const there = await tx.organization.findMany({ where: { name: { in: organizations.map(({ name }) => name) } } });
  adopt(run, 'organization', items, (record) => there.find(({ name }) => name === record.name)?.id);
  const { created, changed, touched } = await run.plan('organization', items);
  const row = ({ name, currency, timeZone, ...own }: ImportDocument['organizations'][number]) => ({
    name,
    currencyCode: currency,
    timeZone,
    vatPercentage: own.vatPercentage,
    vatType: own.vatType,
    durationUnit: own.durationUnit,
    cutOffUnit: own.cutOffUnit,
    penaltyUnit: own.penaltyUnit,
    guideMinutes: own.guideMinutes,
    transferMinutes: own.transferMinutes,
    travelSpeed: own.travelSpeed,
    travelMargin: own.travelMargin,
  });
  await inChunks(created, (chunk) =>
    tx.organization.createMany({ data: chunk.map(({ id, record }) => ({ id, createdAt: run.now, ...row(record) })) }),
  );
  for (const { id, record } of changed) await tx.organization.update({ where: { id }, data: row(record) });
  await tx.organizationLanguage.deleteMany({ where: { organizationId: { in: touched.map(({ id }) => id) } } });
  await tx.organizationLanguage.createMany({
    data: touched.flatMap(({ id, record }) =>
      record.languages.map((languageCode, position) => ({
        organizationId: id,
        languageCode,
        position,
        isDefault: position === 0,
      })),
    ),
  });
}

export async function writeClients(run: ImportRun, { clients }: ImportDocument): Promise<void> {
  const { tx } = run;
  const items = itemsOf('clients', clients);
  const there = await tx.client.findMany({ select: { id: true, organizationId: true, name: true } });
  adopt(run, 'client', items, ({ organization, name }) => {
    const organizationId = run.id('organization', organization);
    return there.find((row) => row.organizationId === organizationId && row.name === name)?.id;
  });
  const { created, changed, touched } = await run.plan('client', items);
  const row = ({ organization, name, description }: ImportDocument['clients'][number]) => ({
    organizationId: run.id('organization', organization),
    name,
    description,
  });
  await inChunks(created, (chunk) =>
    tx.client.createMany({ data: chunk.map(({ id, record }) => ({ id, ...row(record) })) }),
  );
  for (const { id, record } of changed) await tx.client.update({ where: { id }, data: row(record) });
  await writeTags(
    run,
    'clientId',
    touched.map(({ id, record, path }) => ({
      id,
      organizationId: run.id('organization', record.organization),
      tags: record.tags,
      path: `${path}.tags`,
    })),
  );
}
