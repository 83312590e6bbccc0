import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Act, BUSINESS } from '../testing/business.ts';
import { run } from '../testing/run.ts';
import { type StaffScene, staffScene } from '../testing/staff.ts';

/* Who may run a business: a row for every mutation. What another organization has does not exist. */

let database: TestDatabase;
let scene: StaffScene;
let number = 0;

beforeAll(async () => {
  database = await testDatabase();
  scene = await staffScene(database.db);
});
afterAll(() => database.drop());

const ACTORS = ['outsider', 'partner', 'staff', 'clerk'] as const;
/** What belongs to an organization: not there for other users, seen by its staff, changed by its administrators. */
const OWN = ['NOT_FOUND', 'NOT_FOUND', 'FORBIDDEN', 'ok'];
/** What organizations share: changed by administrators, but not where others use it. */
const SHARED = ['CONFLICT', 'FORBIDDEN', 'FORBIDDEN', 'ok'];
/** Administrators of any organization add to what is shared. */
const ADDED = ['ok', 'FORBIDDEN', 'FORBIDDEN', 'ok'];

const title = () => `Thing ${++number}`;
const named = () => ({ name: title() });
const inHome = (input: object) => ({ organizationId: scene.home, input });
const aProduct = () => scene.make.product({ organizationId: scene.home });
const aLevel = async () => scene.make.level({ productId: (await aProduct()).id });
const anOffer = () => scene.make.offer([]);
const aPoint = () => scene.make.point({ organizationId: scene.home });
/** A city and a category of the home organization alone. */
const aCity = async () => {
  const city = await scene.make.city();
  await scene.make.product({ cityId: city.id });
  return city;
};
const aCategory = async () => {
  const category = await scene.make.category();
  await scene.make.product({ categories: [category.id] });
  return category;
};
const price = { currency: 'EUR', original: '1', agent: '2', sold: '3.5' };
const times = { startTime: '09:00', endTime: '10:00', capacity: 5 };
const level = {
  title: 'Seat',
  description: '',
  capacity: 5,
  pricingType: 'per_item',
  availabilityType: 'per_slot',
  offerTimeStart: '2026-01-01',
  offerTimeEnd: '2026-12-31',
};

async function newProduct() {
  const { storageKey: banner } = await scene.make.picture();
  const { id: cityId } = await scene.make.amsterdam();
  const texts = { title: title(), shortDescription: 'Short', description: 'Long' };
  return inHome({ ...texts, currencies: ['EUR'], cityId, banner, thumbnail: banner });
}

const aPicture = () => ({
  filename: 'a.svg',
  base64: Buffer.from(`<svg id="${title()}"/>`).toString('base64'),
});

const changing = async (row: Promise<{ id: number }>, input: object) => ({ id: (await row).id, input });
const deleting = async (row: Promise<{ id: number }>) => ({ id: (await row).id });
const below = async (row: Promise<{ id: number }>, input: object) => ({ serviceLevelId: (await row).id, input });
const aSchedule = async () =>
  database.db.schedule.create({
    data: {
      serviceLevelId: (await aLevel()).id,
      startTime: new Date('1970-01-01T09:00:00Z'),
      endTime: new Date('1970-01-01T10:00:00Z'),
      capacity: 5,
    },
  });

type Row = [variables: () => object | Promise<object>, expected: string[]];

const TABLE: Record<Act, Row> = {
  createClient: [() => inHome(named()), OWN],
  updateClient: [() => changing(scene.make.client(), named()), OWN],
  deleteClient: [() => deleting(scene.make.client()), OWN],
  createSupplier: [() => inHome(named()), OWN],
  updateSupplier: [() => changing(scene.make.supplier(), named()), OWN],
  deleteSupplier: [() => deleting(scene.make.supplier()), OWN],
  createCountry: [() => ({ input: { code: 'PT', name: 'Portugal' } }), ADDED],
  createCity: [
    async () => ({ input: { ...named(), timeZone: 'UTC', countryId: (await scene.make.netherlands()).id } }),
    ADDED,
  ],
  updateCity: [() => changing(aCity(), named()), SHARED],
  deleteCity: [async () => deleting(scene.make.city()), ADDED],
  createPoint: [
    async () => inHome({ cityId: (await scene.make.amsterdam()).id, latitude: 1, longitude: 2, address: 'A' }),
    OWN,
  ],
  updatePoint: [() => changing(aPoint(), { address: 'B' }), OWN],
  deletePoint: [() => deleting(aPoint()), OWN],
  createCategory: [() => ({ input: { title: title() } }), ADDED],
  updateCategory: [() => changing(aCategory(), { title: title() }), SHARED],
  deleteCategory: [() => deleting(scene.make.category()), ADDED],
  addPicture: [() => ({ organizationId: scene.home, ...aPicture() }), OWN],
  createProduct: [newProduct, OWN],
  updateProduct: [() => changing(aProduct(), { title: title() }), OWN],
  deleteProduct: [() => deleting(aProduct()), OWN],
  createServiceLevel: [async () => ({ productId: (await aProduct()).id, input: level }), OWN],
  updateServiceLevel: [() => changing(aLevel(), { title: title() }), OWN],
  deleteServiceLevel: [() => deleting(aLevel()), OWN],
  createRate: [
    async () => below(scene.make.level({ pricingType: 'per_item' }), { title: 'Usual', prices: [price] }),
    OWN,
  ],
  updateRate: [async () => changing(Promise.resolve((await anOffer()).rate), { title: title() }), OWN],
  deleteRate: [() => deleting(scene.make.rate()), OWN],
  createSchedule: [() => below(aLevel(), times), OWN],
  updateSchedule: [() => changing(aSchedule(), { capacity: 6 }), OWN],
  deleteSchedule: [() => deleting(aSchedule()), OWN],
  createDeparture: [() => below(aLevel(), { ...times, date: '2026-07-01' }), OWN],
  updateDeparture: [() => changing(scene.make.availability(), { capacity: 3 }), OWN],
  deleteDeparture: [() => deleting(scene.make.availability()), OWN],
  updateOrganization: [() => ({ id: scene.home, input: { vatType: title() } }), OWN],
};

const names = Object.keys(BUSINESS) as Act[];

it.each(names)('%s: who may', async (name) => {
  const [variables, expected] = TABLE[name];
  const found = [];
  for (const who of ACTORS) {
    const given = await variables();
    const before = await database.db.auditEntry.count();
    const { errors } = await run<object>(BUSINESS[name], { ...given }, await scene.as(who));
    const written = (await database.db.auditEntry.count()) - before;
    found.push(errors[0] ? `${errors[0].code}${errors[0].fields ? JSON.stringify(errors[0].fields) : ''}` : 'ok');
    // Each change is in the audit log, and no refused one is.
    expect([who, written > 0]).toEqual([who, errors.length === 0 && (name !== 'createCountry' || who === 'outsider')]);
  }
  expect(found).toEqual(expected);
});

it('nobody who is not signed in may do any of it', async () => {
  for (const name of names) {
    const given = await TABLE[name][0]();
    const anonymous = { ...(await scene.as('admin')), actor: null };
    expect([name, (await run(BUSINESS[name], { ...given }, anonymous)).errors[0]?.code]).toEqual([
      name,
      'UNAUTHENTICATED',
    ]);
  }
});
