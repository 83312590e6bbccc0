import { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict, FieldErrors } from '../errors.ts';
import { atMost } from '../shared/bounded-arguments.ts';
import { administeredOrganization } from '../shared/edit.ts';
import { handledOrders, MAX_ORDERS } from './personal-data-access.ts';
import { PersonalDataOrder, previewOf } from './personal-data-order.ts';

const MAX_TEXT = 320;
const LEAST_DIGITS = 5;

const PersonalDataSearch = builder.inputType('PersonalDataSearch', {
  description:
    'How a guest is found: by orders, or by the values of a passenger, all of which must be equal. A name alone does not identify a guest.',
  fields: (t) => ({
    orderIds: t.intList({ description: `Ids of orders, at most ${MAX_ORDERS}.` }),
    email: t.string({ description: 'The e-mail address of a passenger, ignoring case.', extensions: atMost(MAX_TEXT) }),
    phoneNumber: t.string({
      description: `The phone number of a passenger, with or without its country code; at least ${LEAST_DIGITS} digits.`,
      extensions: atMost(MAX_TEXT),
    }),
    name: t.string({
      description: 'The whole name of the same passenger, ignoring case. Only with `email` or `phoneNumber`.',
      extensions: atMost(MAX_TEXT),
    }),
  }),
});

type Search = typeof PersonalDataSearch.$inferInput;

builder.queryField('personalDataOrders', (t) =>
  t.field({
    type: [PersonalDataOrder],
    description:
      'The orders of a guest, newest first, with what is stored about them: to look at before an export or an erasure. For administrators of the organization.',
    args: {
      organizationId: t.arg.int({ required: true, description: 'The organization of the orders.' }),
      search: t.arg({ type: PersonalDataSearch, required: true, description: 'How the guest is found.' }),
    },
    resolve: async (_root, { organizationId, search }, context) => {
      administeredOrganization(context, organizationId);
      const where = await conditionOf(context, organizationId, search);
      const orders = await context.db.order.findMany({
        where: { AND: [handledOrders(context, organizationId), where] },
        select: { id: true },
        orderBy: { id: 'desc' },
        take: MAX_ORDERS + 1,
      });
      if (orders.length > MAX_ORDERS)
        throw conflict(`More than ${MAX_ORDERS} orders match. Give further values, or ids of orders.`);
      return previewOf(
        context,
        orders.map(({ id }) => id),
      );
    },
  }),
);

/** @throws a validation error for a search that identifies nobody */
async function conditionOf(context: Context, organizationId: number, search: Search): Promise<Prisma.OrderWhereInput> {
  const { orderIds } = search;
  const [email, phone, name] = [search.email, search.phoneNumber, search.name].map((text) => text?.trim() ?? '');
  const fieldErrors = new FieldErrors();
  if (orderIds && orderIds.length > MAX_ORDERS)
    fieldErrors.add(['search', 'orderIds'], `must hold at most ${MAX_ORDERS} entries.`);
  if (phone && phone.replace(/\D/g, '').length < LEAST_DIGITS)
    fieldErrors.add(['search', 'phoneNumber'], `must have at least ${LEAST_DIGITS} digits.`);
  if (name && !email && !phone) fieldErrors.add(['search', 'name'], 'requires an e-mail address or a phone number.');
  if (!orderIds?.length && !email && !phone && !name)
    fieldErrors.add(['search'], 'must have ids of orders, an e-mail address or a phone number.');
  fieldErrors.throwIfAny();
  const byId: Prisma.OrderWhereInput = orderIds?.length ? { id: { in: orderIds } } : {};
  if (!email && !phone) return byId;
  const ids = await ordersOfGuest(context, organizationId, { email, phone, name });
  return { AND: [byId, { id: { in: ids } }] };
}

type Values = Readonly<Record<'email' | 'phone' | 'name', string | undefined>>;

async function ordersOfGuest(
  { db }: Context,
  organizationId: number,
  { email, phone, name }: Values,
): Promise<number[]> {
  const digits = (phone ?? '').replace(/\D/g, '');
  const forms = [digits, digits.replace(/^00/, ''), digits.replace(/^0/, '')];
  const conditions = [
    ...(email ? [Prisma.sql`lower(p.email) = lower(${email}) AND p.email <> ''`] : []),
    ...(phone
      ? [
          Prisma.sql`p.phone_number <> '' AND (phone_digits(p.phone_country_code, p.phone_number) = ANY (${forms})
            OR phone_digits('', p.phone_number) = ANY (${forms}))`,
        ]
      : []),
    ...(name ? [Prisma.sql`lower(btrim(p.full_name)) = lower(${name})`] : []),
  ];
  // One order more than may be found says that there are too many.
  const rows = await db.$queryRaw<{ id: number }[]>`
    SELECT DISTINCT o.id FROM passenger p JOIN orders o ON o.id = p.order_id
    WHERE o.organization_id = ${organizationId} AND ${Prisma.join(conditions, ' AND ')} ORDER BY o.id DESC LIMIT ${MAX_ORDERS + 1}`;
  return rows.map(({ id }) => id);
}
