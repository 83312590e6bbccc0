import type { Prisma } from '@channel/prisma';
import { visibleLines } from '../audit/audit-filter.ts';
import { visibleBatches } from '../batches/batch-access.ts';
import { staffCatalogue } from '../catalog/staff-catalogue.ts';
import { visibleProducts } from '../catalog/visible-products.ts';
import type { Context } from '../context.ts';
import { visibleNotes } from '../notes/note-access.ts';
import { visibleOrders } from '../orders/visible-orders.ts';
import { visiblePeople, visibleRoles } from '../people/people-access.ts';
import { peopleWho } from '../people/user.ts';
import { visibleCities } from '../places/visible-cities.ts';
import { actorOf, organizationIdsOf, staffOrganizationIds } from '../shared/principals.ts';
import { visibleViews } from '../views/visible-views.ts';
import { isEventId } from '../webhooks/event-id.ts';
import { visibleDeliveries, visibleEndpoints, visibleEvents } from '../webhooks/staff-access.ts';

/** A key of an entity, as its column has it. */
export type Key = number | bigint | string;

/** Where an entity is stored, and who sees it. */
export type Entity = {
  model: Prisma.ModelName;
  /** The key that the text after the colon of an id means; undefined where it cannot be one. */
  keyOf(text: string): Key | undefined;
  /** The condition of the rows with these keys that the actor sees, in the terms of Prisma. */
  visible(context: Context, keys: readonly Key[]): object | Promise<object>;
};

const MAX_NUMBER = BigInt(Number.MAX_SAFE_INTEGER);
const MAX_BIGINT = 2n ** 63n - 1n;

const integerOf = (text: string, max: bigint): bigint | undefined =>
  /^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= max ? BigInt(text) : undefined;

const numberOf = (text: string): number | undefined => {
  const key = integerOf(text, MAX_NUMBER);
  return key === undefined ? undefined : Number(key);
};

/** An entity whose rows have integers as keys. `Where` is the condition of its model. */
const stored = <Model extends Prisma.ModelName>(
  model: Model,
  visible: (context: Context) => WhereOf<Model>,
): Entity => ({ model, keyOf: numberOf, visible });

type WhereOf<Model extends Prisma.ModelName> =
  Prisma.TypeMap['model'][Model]['operations']['findMany']['args']['where'] & object;

/** Products that the actor may sell, or sees as staff. */
const products = (context: Context): Prisma.ProductWhereInput => ({
  OR: [visibleProducts(actorOf(context)), staffCatalogue(context)],
});

const cities = (context: Context): Prisma.CityWhereInput => ({
  OR: [visibleCities(actorOf(context)), { products: { some: products(context) } }],
});

const self = (context: Context) => ({ id: actorOf(context).userId });

/** The actor, colleagues, and whoever may be named in orders of the actor's organizations. */
const users = (context: Context): Prisma.UserWhereInput => ({
  OR: [
    self(context),
    visiblePeople(context),
    ...(['contact', 'drive', 'book', 'guide'] as const).map((right) =>
      peopleWho(right, organizationIdsOf(context.actor), context),
    ),
  ],
});

const ofVisibleOrders = (context: Context) => ({ order: visibleOrders(context) });

/**
 * The types that implement `Node`. The conditions are those of the fields that list these types: an object that only
 * another object shows, such as the issuer of an order of another organization, is not read by its id.
 */
export const ENTITIES: Readonly<Record<string, Entity>> = {
  AuditEntry: {
    model: 'AuditEntry',
    keyOf: (text) => integerOf(text, MAX_BIGINT),
    visible: async (context, keys) => {
      const rows = await context.db.$queryRaw<{ id: number }[]>`
        SELECT a.id FROM audit_entry a WHERE a.id = ANY (${keys}) AND ${visibleLines(context)}`;
      return { id: { in: rows.map(({ id }) => id) } };
    },
  },
  Batch: stored('Batch', visibleBatches),
  Booking: stored('Booking', ofVisibleOrders),
  CatalogueLevel: stored('ServiceLevel', (context) => ({ product: staffCatalogue(context) })),
  CatalogueProduct: stored('Product', staffCatalogue),
  CatalogueRate: stored('Rate', (context) => ({ serviceLevel: { product: staffCatalogue(context) } })),
  Category: stored('Category', (context) => ({ products: { some: { product: products(context) } } })),
  City: stored('City', cities),
  Client: stored('Client', (context) => ({ organizationId: { in: staffOrganizationIds(context) } })),
  Country: stored('Country', (context) => ({ cities: { some: cities(context) } })),
  Departure: stored('Availability', (context) => ({ serviceLevel: { product: staffCatalogue(context) } })),
  Order: stored('Order', visibleOrders),
  OrderNote: stored('OrderNote', visibleNotes),
  Organization: stored('Organization', ({ actor }) => ({ id: { in: organizationIdsOf(actor) } })),
  Passenger: stored('Passenger', ofVisibleOrders),
  Person: stored('User', visiblePeople),
  PriceCategory: stored('PriceCategory', (context) => ({ serviceLevel: { product: products(context) } })),
  Product: stored('Product', products),
  Role: stored('Role', (context) => ({
    OR: [{ users: { some: { userId: actorOf(context).userId } } }, visibleRoles(context)],
  })),
  SavedView: stored('SavedView', visibleViews),
  ServiceLevel: stored('ServiceLevel', (context) => ({ product: products(context) })),
  StaffRole: stored('Role', visibleRoles),
  Supplier: stored('Supplier', (context) => ({ products: { some: products(context) } })),
  Ticket: stored('Ticket', ofVisibleOrders),
  Transfer: stored('Transfer', (context) => ({
    OR: [{ pickupOf: visibleOrders(context) }, { dropoffOf: visibleOrders(context) }],
  })),
  User: stored('User', users),
  Viewer: stored('User', self),
  WebhookAttempt: stored('WebhookAttempt', (context) => ({ delivery: visibleDeliveries(context) })),
  WebhookDelivery: stored('WebhookDelivery', visibleDeliveries),
  WebhookEndpoint: stored('WebhookEndpoint', visibleEndpoints),
  WebhookEvent: {
    model: 'WebhookEvent',
    keyOf: (text) => (isEventId(text) ? text.toLowerCase() : undefined),
    visible: visibleEvents,
  },
};
