import type { ImportDocument } from './form/index.ts';
import { adopt, type ImportRun, itemsOf } from './import-run.ts';
import { inChunks } from './records.ts';
import { writeSharedTags } from './write-tags.ts';

/** Writes countries, cities and points. Countries and cities are shared: existing ones are adopted. */
export async function writePlaces(run: ImportRun, document: ImportDocument): Promise<void> {
  await writeCountries(run, document);
  await writeCities(run, document);
  await writePoints(run, document);
  await writeTravelTimes(run, document);
}

async function writeCountries(run: ImportRun, { countries }: ImportDocument): Promise<void> {
  const { tx } = run;
  const items = countries.map((record, index) => ({ key: record.code, record, path: `countries[${index}]` }));
  // A country's key is its code, so every country of the database has a key.
  for (const { id, code } of await tx.country.findMany()) {
    if (!run.records.find('country', code.trim())) run.records.set('country', code.trim(), { id, hash: null });
  }
  const { created, changed } = await run.plan('country', items);
  await inChunks(created, (chunk) =>
    tx.country.createMany({ data: chunk.map(({ id, record }) => ({ id, ...record })) }),
  );
  for (const { id, record } of changed) await tx.country.update({ where: { id }, data: record });
}

async function writeCities(run: ImportRun, { cities }: ImportDocument): Promise<void> {
  const { tx } = run;
  const items = itemsOf('cities', cities);
  const there = await tx.city.findMany({
    where: { name: { in: cities.map(({ name }) => name) } },
    select: { id: true, name: true, countryId: true },
  });
  adopt(run, 'city', items, ({ country, name }) => {
    const countryId = run.id('country', country);
    return there.find((row) => row.countryId === countryId && row.name === name)?.id;
  });
  const { created, changed, touched } = await run.plan('city', items);
  const row = ({ country, name, timeZone, translations }: ImportDocument['cities'][number]) => ({
    countryId: run.id('country', country),
    name,
    timeZone,
    translations,
  });
  await inChunks(created, (chunk) =>
    tx.city.createMany({ data: chunk.map(({ id, record }) => ({ id, ...row(record) })) }),
  );
  for (const { id, record } of changed) await tx.city.update({ where: { id }, data: row(record) });
  await writeSharedTags(run, 'cityId', touched);
}

async function writePoints(run: ImportRun, { points }: ImportDocument): Promise<void> {
  const { tx } = run;
  const { created, changed } = await run.plan('point', itemsOf('points', points));
  const row = ({ city, latitude, longitude, address }: ImportDocument['points'][number]) => ({
    cityId: run.id('city', city),
    latitude,
    longitude,
    address,
  });
  await inChunks(created, (chunk) =>
    tx.point.createMany({ data: chunk.map(({ id, record }) => ({ id, ...row(record) })) }),
  );
  for (const { id, record } of changed) await tx.point.update({ where: { id }, data: row(record) });
}

/** Times between cities have no keys of their own: a pair of cities identifies them. */
async function writeTravelTimes(run: ImportRun, { travelTimes }: ImportDocument): Promise<void> {
  const { tx } = run;
  for (const { organization, from, to, minutes } of travelTimes) {
    const organizationId = run.id('organization', organization);
    const [fromCityId = 0, toCityId = 0] = [run.id('city', from), run.id('city', to)].sort((one, other) => one - other);
    const key = { organizationId, fromCityId, toCityId };
    await tx.travelTime.upsert({
      where: { organizationId_fromCityId_toCityId: key },
      create: { ...key, minutes },
      update: { minutes },
    });
  }
}
