import type { PrismaClient } from '@channel/prisma';
import { CONNECTIONS } from './caching-clients.ts';

/**
 * Arguments of root fields, by field: several for fields whose objects might differ by them. Fields that are left out
 * need none.
 */
export async function rootArguments(db: PrismaClient): Promise<Record<string, string[]>> {
  const admin = await db.user.findFirstOrThrow({ where: { username: 'admin' }, include: { roles: true } });
  const partner = await db.userRole.findMany({ where: { user: { username: 'partner' } }, orderBy: { roleId: 'asc' } });
  const roles = partner.map(({ roleId }) => roleId);
  const [role = 0] = roles;
  const offers = await db.$queryRaw<{ product: number; level: number; departure: number }[]>`
    SELECT DISTINCT ON (o.product_id) o.product_id AS product, o.service_level_id AS level, o.id AS departure
    FROM offer o JOIN role_product rp ON rp.product_id = o.product_id JOIN product p ON p.id = o.product_id
    WHERE rp.role_id = ${role} AND o.date = '2026-06-09' AND o.remaining > 4 AND p.is_published IS NOT FALSE
    ORDER BY o.product_id, o.id LIMIT 3`;
  const pickup = await db.serviceLevel.findMany({
    where: { pickupOptions: { isNot: null }, product: { isPublished: true, roles: { some: { roleId: role } } } },
    orderBy: { id: 'asc' },
    take: 2,
  });
  const organizationId = (
    await db.role.findFirstOrThrow({ where: { name: { contains: 'dmin' }, users: { some: { userId: admin.id } } } })
  ).organizationId;
  const orders = await db.order.findMany({
    where: { organizationId, status: 'Booked', roleId: { in: roles } },
    orderBy: { id: 'asc' },
    take: 2,
  });
  const driver = await db.transfer.findFirstOrThrow({ where: { driverId: { not: null } }, orderBy: { id: 'asc' } });
  const { id: batch } = await db.batch.findFirstOrThrow();
  const { id: endpoint } = await db.webhookEndpoint.findFirstOrThrow({ where: { url: 'https://receiver.example/' } });
  const delivery = await db.webhookDelivery.findFirstOrThrow({ where: { endpointId: endpoint } });
  const ticket = await db.ticket.findMany({ where: { order: { organizationId } }, orderBy: { id: 'asc' }, take: 2 });
  const staffRole = await db.role.findMany({ where: { organizationId }, orderBy: { id: 'asc' }, take: 2 });

  const account = await db.serviceAccount.findFirstOrThrow();
  const clients = await db.client.findMany({ where: { organizationId }, orderBy: { id: 'asc' }, take: 2 });

  const sellers = await db.roleProduct.findMany({
    where: { productId: offers[0]?.product ?? 0, role: { users: { some: { userId: admin.id } } } },
    orderBy: { roleId: 'asc' },
    take: 2,
  });

  const days = ['2026-06-09', '2026-06-10', '2026-06-11'];
  const each = <Item>(items: readonly Item[], as: (item: Item) => string) => items.map(as);
  const ofOrders = each(orders, ({ id }) => `(orderId: ${id})`);
  const pages = ['(perPage: 2)', '(perPage: 2, page: 2)'];
  const board = 'from: "2026-06-09", to: "2026-06-10"';
  const week = 'from: "2026-06-01", to: "2026-06-07"';
  const quoted = each(
    offers.slice(0, 2),
    ({ level, departure }) => `serviceLevelId: ${level}, input: { details: { availabilityId: ${departure} }`,
  );
  return {
    ...Object.fromEntries(
      Object.keys(CONNECTIONS).map((name) => [name, ['(first: 2)', '(last: 2)']] as [string, string[]]),
    ),
    actingUser: [`(id: ${admin.id})`],
    assignmentClashes:
      orders.length > 0 ? [`(moves: [{ orderId: ${orders[0]?.id}, task: pickup, personId: ${driver.driverId} }])`] : [],
    auditLog: pages,
    auditLogMeta: pages,
    batch: [`(id: ${batch})`],
    batches: pages,
    batchesMeta: pages,
    bookableDepartures: each(
      offers,
      ({ product, level }) =>
        `(role: "${role}", productId: ${product}, serviceLevelId: ${level}, from: "2026-06-09", to: "2026-06-11")`,
    ),
    bookingQuote: quoted.map(
      (quote) => `(role: "${role}", ${quote}, leader: { firstName: "Ada", lastName: "Byron" } })`,
    ),
    cancellationTerms: ofOrders,
    catalogue: pages,
    catalogueMeta: pages,
    catalogueProduct: each(offers, ({ product }) => `(id: ${product})`),
    categories: ['', '(query: "b")'],
    cities: pages,
    clients: ['(limit: 3)'],
    crewAccess: [`(organizationId: ${organizationId}, personId: ${driver.driverId})`],
    // In the demo alone.
    mailboxMail: [],
    mailboxMails: [],
    // For the crew alone.
    crewDay: [],
    departureUtilisation: each(
      ['DEPARTURE', 'PRODUCT, DAY'],
      (by) => `(filter: { start: "2026-06-09", end: "2026-06-10" }, groupBy: [${by}], limit: 5)`,
    ),
    dispatchBoard: [`(${board})`, `(${board}, isPublished: true)`],
    handOver: [`(personId: ${driver.driverId}, from: "2026-06-01", to: "2026-06-02")`],
    lookup: ['(text: "a")', '(text: "li")'],
    mentioningNotes: pages,
    noteReaders: ofOrders,
    order: each(orders, ({ id }) => `(reference: "${id}")`),
    orderChanges: each(orders, ({ id }) => `(orderId: ${id}, sinceVersion: 0)`),
    orderNotes: ofOrders,
    orderOptions: ofOrders,
    orderStatistics: ['(groupBy: [MONTH], limit: 3)', '(groupBy: [PRODUCT, STATUS], limit: 3)'],
    orderTimeline: each(orders, ({ id }) => `(orderId: ${id}, perPage: 3)`),
    orderTimelineMeta: ofOrders,
    orderTimelineConnection: each(orders, ({ id }) => `(orderId: ${id}, first: 3)`),
    orders: pages,
    ordersById: [`(ids: [${orders.map(({ id }) => id)}])`],
    ordersMeta: pages,
    overview: [`(organizationId: ${organizationId})`],
    personalDataErasure: [],
    personalDataErasures: [`(organizationId: ${organizationId}, limit: 3)`],
    personalDataOrders: [`(organizationId: ${organizationId}, search: { email: "guest@guest.example" })`],
    // For whoever has the link.
    passwordLink: [],
    people: pages,
    peopleMeta: pages,
    permissions: [`(organizationId: ${organizationId})`],
    person: [`(id: ${admin.id})`, `(id: ${driver.driverId})`],
    personCalendar: [`(personId: ${driver.driverId}, organizationId: ${organizationId})`],
    personSchedule: [
      `(personId: ${driver.driverId}, ${week})`,
      `(personId: ${driver.driverId}, from: "2026-06-08", to: "2026-06-14")`,
    ],
    pickupOptions: each(pickup, ({ id }) => `(role: "${role}", serviceLevelId: ${id})`),
    posProduct: sellers.map(({ roleId, productId }) => `(role: "${roleId}", id: ${productId})`),
    posProducts: each(roles.slice(0, 2), (id) => `(role: "${id}", perPage: 2)`),
    posProductsConnection: each(roles.slice(0, 2), (id) => `(role: "${id}", first: 2)`),
    posProductsMeta: each(roles.slice(0, 2), (id) => `(role: "${id}")`),
    printedTicket: each(ticket, ({ addressKey }) => `(key: "${addressKey}")`),
    products: pages,
    productsMeta: pages,
    ratesByDate: offers
      .slice(0, 2)
      .flatMap(({ product }) => [
        ...each(
          days,
          (day) => `(role: "${role}", productId: ${product}, filter: { startDate: "${day}", endDate: "${day}" })`,
        ),
        `(role: "${role}", productId: ${product}, filter: { startDate: "${days[0]}", endDate: "${days[2]}" })`,
      ]),
    rebookingQuote: quoted.slice(0, 1).map((quote) => `(orderId: ${orders[0]?.id}, ${quote} })`),
    repeatCustomers: pages,
    roleClients: [`(organizationId: ${organizationId})`],
    sellableProducts: [`(role: "${role}", search: "tour")`],
    serviceAccount: [`(id: ${account.userId})`],
    staffClient: each(clients, ({ id }) => `(id: ${id})`),
    staffOrganization: [`(id: ${organizationId})`],
    staffRole: each(staffRole, ({ id }) => `(id: ${id})`),
    tagKeys: [''],
    tagValues: ['(holder: orders, key: "desk")'],
    webhookDeliveries: pages,
    webhookDeliveriesMeta: pages,
    webhookDelivery: [`(id: ${delivery.id})`],
    webhookEndpoint: [`(id: ${endpoint})`],
    webhookEvent: [`(id: "${delivery.eventId}")`],
    webhookEventChanges: [`(id: "${delivery.eventId}", against: now)`],
    webhookEvents: pages,
    webhookEventsMeta: pages,
    webhookOwners: [`(organizationId: ${organizationId})`],
  };
}
