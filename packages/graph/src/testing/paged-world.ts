import { randomUUID } from 'node:crypto';
import type { PrismaClient } from '@channel/prisma';
import { createFactories } from '@channel/prisma/testing';
import { newSecret, seal } from '@channel/webhooks';
import type { Context } from '../context.ts';
import { contextFor, SETTINGS } from './context.ts';
import { seeded } from './random-orders.ts';

/** A row at the beginning of a list, or the way to delete it again. */
type Added = { remove(): Promise<unknown> };

/** A world in which every list that people page has entries, with equal sort keys and without some of them. */
export type PagedWorld = {
  context: Context;
  /** The required arguments of lists. */
  given: Readonly<Record<string, string>>;
  /** By type, the selection of an object whose own lists have entries; `@` stands for its fields. */
  owners: Readonly<Record<string, string>>;
  /** Adds an entry that is the first one of a list in its usual order. */
  adders: Readonly<Record<string, () => Promise<Added>>>;
};

const COUNT = 17;
const STATUSES = ['InCart', 'Booked', 'Booked', 'Deleted', 'Cancelled'] as const;
const TITLES = ['Zoo', 'zoo', 'Älm', 'alm', 'Canal "cruise"', 'Canal "cruise"', 'b\\', '木'];

/** Two letters for each number. */
const letters = (number: number) => String.fromCharCode(65 + Math.floor(number / 26), 65 + (number % 26));

/** @param seed the same seed makes the same world */
export async function pagedWorld(db: PrismaClient, seed: number): Promise<PagedWorld> {
  const make = createFactories(db);
  const random = seeded(seed);
  const any = <Value>(values: readonly Value[]): Value => values[random(values.length)] as Value;
  const staff = await make.userWith([
    'orders.view-all',
    'products.book',
    'console.access',
    'administration',
    'graphql.query',
  ]);
  const { id: organizationId } = await make.home();
  const moment = (days: number) => new Date(Date.UTC(2026, 4, 1 + days));

  let countries = 0;
  const product = async (title: string, name: string) => {
    // Cities have equal names in different countries.
    countries += 1;
    const country = await make.country({ code: letters(countries) });
    const city = await make.city({ name, countryId: country.id });
    await db.roleCity.create({ data: { roleId: staff.role.id, cityId: city.id } });
    const { product: sold } = await make.offer([staff.role.id], {
      product: { title, cityId: city.id, locationId: null },
    });
    return {
      remove: async () => {
        await db.product.delete({ where: { id: sold.id } });
        await db.roleCity.deleteMany({ where: { cityId: city.id } });
        await db.city.delete({ where: { id: city.id } });
      },
    };
  };

  const order = async (email: string, columns: Parameters<typeof make.order>[0] = {}) =>
    make.order({ offer: null, passengers: [{ email }], organizationId, ...columns });
  const removeOrders = async (ids: number[]) => {
    const orderId = { in: ids };
    await db.passenger.deleteMany({ where: { orderId } });
    await db.order.deleteMany({ where: { id: orderId } });
  };

  const orders: { id: number }[] = [];
  for (let number = 0; number < COUNT; number += 1) {
    const total = any([null, '0', '10.5', '10.5', '99999999999.999']);
    const starts = random(3) === 0 ? null : moment(random(4));
    const made = await order(any(['', 'a@guest.example', 'b@guest.example', 'c@guest.example', 'd@guest.example']), {
      status: any(STATUSES),
      createdAt: moment(random(4)),
      passengers:
        random(4) === 0 ? [] : [{ firstName: any(TITLES), lastName: '', email: any(['a@b.example', 'c@d.example']) }],
      ...(random(3) === 0 ? {} : { bookedDetails: { product: { title: any(TITLES) } } }),
      totalOriginal: total,
      totalAgent: total,
      totalSold: total,
      startsAt: starts,
      endsAt: starts,
      startsAtLocal: starts,
      endsAtLocal: starts,
    });
    orders.push(made);
    // Finer than milliseconds, in which JavaScript counts.
    await db.$executeRaw`UPDATE orders SET updated_at = '2026-06-01T10:00:00.000001Z'::timestamptz
      + ${random(6)}::int * interval '1 microsecond' WHERE id = ${made.id}`;
  }
  for (const [index, email] of ['a', 'b', 'c', 'd', 'e', 'f', 'g'].entries())
    for (let times = 0; times < 2 + (index % 2); times += 1)
      orders.push(await order(`${email}@guest.example`, { createdAt: moment(random(4)) }));
  const first = orders[0]?.id ?? 0;

  const batch = () =>
    db.batch.create({
      data: { organizationId, makerId: staff.id, kind: 'change', createdAt: moment(1), requestId: 'r' },
    });
  const endpoint = await db.webhookEndpoint.create({
    data: {
      organizationId,
      url: 'https://receiver.example/',
      secret: seal(newSecret(), SETTINGS.secretKey),
      createdAt: moment(0),
    },
  });
  const event = async (createdAt: string, orderId: number, sequence: number) => {
    const id = randomUUID();
    await db.$executeRaw`INSERT INTO webhook_event (id, organization_id, order_id, sequence, kind, is_test, payload, created_at)
      VALUES (${id}::uuid, ${organizationId}, ${orderId}, ${sequence}, 'order-updated', true, '{}', ${createdAt}::text::timestamptz)`;
    return id;
  };
  const delivery = async (eventId: string) =>
    db.webhookDelivery.create({
      data: {
        eventId,
        endpointId: endpoint.id,
        orderId: first,
        createdAt: moment(1),
        status: 'succeeded',
        finishedAt: moment(1),
      },
    });
  const line = () =>
    db.auditEntry.create({
      data: { at: moment(1), organizationId, channel: 'api', action: 'order.update', entity: 'order', entityId: first },
    });
  const note = () =>
    db.orderNote.create({
      data: {
        orderId: first,
        authorId: staff.id,
        text: 'x',
        createdAt: moment(1),
        mentions: { create: [{ userId: staff.id }] },
      },
    });
  const person = (name: string) => make.user({ name, roles: [staff.role.id] });

  let anEvent = '';
  for (let number = 0; number < COUNT; number += 1) {
    await product(any(TITLES), any(TITLES));
    await batch();
    anEvent = await event(`2026-05-01T00:00:00.00000${random(4)}Z`, any(orders).id, random(3));
    await delivery(anEvent);
    await line();
    await note();
    await person(any(TITLES));
  }

  const tags = [...'abcdefghij'].map((key) => ({ key, value: null }));
  const { id: batchId } = await db.batch.create({
    data: {
      organizationId,
      makerId: staff.id,
      kind: 'change',
      change: { tags: { on: 'order', action: 'assign', tags } },
      createdAt: moment(1),
      requestId: 'r',
    },
  });
  const changes = tags.map((tag) => ({ member: 'orders.tags', tag: { id: first, ...tag }, before: null, after: '1' }));
  const clash = { kind: 'notEligible', severity: 'impossible', personId: staff.id, jobs: [], more: 0 };
  const row = (orderId: number) =>
    db.batchRow.create({
      data: {
        batchId,
        orderId,
        status: any(['planned', 'done'] as const),
        version: 1,
        changes,
        clashes: any([[], [clash]]),
      },
    });
  for (const { id } of orders) await row(id);
  // Other owners have entries of their own.
  await db.batchRow.create({ data: { batchId: batchId - 1, orderId: first, status: 'planned', version: 1 } });
  const repeated = await delivery(anEvent);
  const repeat = async (id?: number) =>
    db.webhookDelivery.create({
      data: {
        ...(id === undefined ? {} : { id }),
        eventId: anEvent,
        endpointId: endpoint.id,
        orderId: first,
        createdAt: moment(1),
        status: 'succeeded',
        finishedAt: moment(1),
        cause: 'repeat',
        repeatOfId: repeated.id,
      },
    });
  for (let number = 0; number < COUNT; number += 1) await repeat();

  const deleted = <Row>(delegate: { delete(query: { where: { id: Row } }): Promise<unknown> }, id: Row): Added => ({
    remove: () => delegate.delete({ where: { id } }),
  });
  let added = 0;
  /** An id before all others. */
  const firstId = () => {
    added += 1;
    return -added;
  };
  const newest = async () => {
    await line();
    // Entries of the log are never deleted.
    return { remove: async () => {} };
  };
  const firstProduct = () => product('aaa', 'aaa');
  return {
    context: await contextFor(db, staff.id),
    owners: {
      Batch: `batch(id: ${batchId}) { @ }`,
      BatchRow: `batch(id: ${batchId}) { rows(orderIds: [${first}]) { @ } }`,
      BatchTags: `batch(id: ${batchId}) { change { tags { @ } } }`,
      WebhookDelivery: `webhookDelivery(id: ${repeated.id}) { @ }`,
      WebhookEvent: `webhookEvent(id: "${anEvent}") { @ }`,
    },
    given: { role: `"${staff.role.id}"`, orderId: String(first) },
    adders: {
      auditLog: newest,
      batches: async () => deleted(db.batch, (await batch()).id),
      catalogue: firstProduct,
      cities: firstProduct,
      mentioningNotes: async () => deleted(db.orderNote, (await note()).id),
      orderTimeline: newest,
      orders: async () => {
        const { id } = await order('', { createdAt: moment(10 + added++) });
        return { remove: () => removeOrders([id]) };
      },
      people: async () => deleted(db.user, (await person('aaa')).id),
      posProducts: firstProduct,
      products: firstProduct,
      repeatCustomers: async () => {
        const ids: number[] = [];
        added += 1;
        for (let times = 0; times < 5; times += 1) ids.push((await order(`0${added}@guest.example`)).id);
        return { remove: () => removeOrders(ids) };
      },
      'Batch.rows': async () => {
        const { id } = await order('', { id: firstId() });
        await row(id);
        return {
          remove: async () => {
            await db.batchRow.deleteMany({ where: { orderId: id } });
            await removeOrders([id]);
          },
        };
      },
      'WebhookDelivery.repeats': async () => deleted(db.webhookDelivery, (await repeat(firstId())).id),
      'WebhookEvent.deliveries': async () => deleted(db.webhookDelivery, (await repeat(firstId())).id),
      webhookDeliveries: async () => deleted(db.webhookDelivery, (await delivery(anEvent)).id),
      webhookEvents: async () => deleted(db.webhookEvent, await event('2026-06-01T00:00:00Z', first, 1)),
    },
  };
}
