import type { Prisma } from '../../generated/client/client.ts';
import type { Parents } from './parents.ts';

/** Countries, cities and points. By default everything is in Amsterdam. */
export function placeFactories({ db, next, shared }: Parents) {
  const country = (columns: Partial<Prisma.CountryUncheckedCreateInput> = {}) =>
    db.country.create({
      data: { name: 'Netherlands', code: 'NL', translations: { nl: { name: 'Nederland' } }, ...columns },
    });
  const netherlands = () => shared('country', () => country());

  async function city(columns: Partial<Prisma.CityUncheckedCreateInput> = {}) {
    const countryId = columns.countryId ?? (await netherlands()).id;
    return db.city.create({ data: { name: `City ${next()}`, timeZone: 'Europe/Amsterdam', ...columns, countryId } });
  }
  const amsterdam = () => shared('city', () => city({ name: 'Amsterdam' }));

  async function point(columns: Partial<Prisma.PointUncheckedCreateInput> = {}) {
    const cityId = columns.cityId ?? (await amsterdam()).id;
    const number = next();
    return db.point.create({
      data: { latitude: '52.3731', longitude: '4.8926', address: `Street ${number}`, ...columns, cityId },
    });
  }

  return { country, netherlands, city, amsterdam, point };
}

export type PlaceFactories = ReturnType<typeof placeFactories>;
