import type pg from 'pg';

/** The values in requests of lists, from the middle of the data set. */
export type Facts = {
  /** A role that sells most products and one that sells two, each with a user who holds it. */
  roles: { max: number; few: number };
  users: { staff: number; administrator: number; partner: number; few: number; clerk: number };
  product: number;
  /** A service level of the product, a departure of it at a rate, and a booked order of the role. */
  level: number;
  offer: number;
  soldOrder: number;
  /** A product that is sold as a pass. */
  pass: number;
  pickupLevel: number;
  city: number;
  country: string;
  category: number;
  supplier: number;
  client: number;
  label: string;
  order: number;
  /** An order whose people are dispatched. */
  bookedOrder: number;
  organization: number;
  /** The name of a passenger, a tag of an order, and a product's title. */
  name: string;
  voucher: string;
  title: string;
  endpoint: number;
  delivery: number;
  event: string;
  batch: number;
  request: string;
};

/** Reads the values. @throws where the data set has no suitable row */
export async function findFacts(client: pg.Client): Promise<Facts> {
  const value = async <T>(text: string): Promise<T> => {
    const [row] = (await client.query<{ value: T }>(`SELECT ${text} AS value`)).rows;
    if (row?.value === null || row === undefined) throw new Error(`the data set has no row for: ${text}`);
    return row.value;
  };
  const user = (email: string) => value<number>(`(SELECT id FROM "user" WHERE email = '${email}')`);
  const roleOf = (id: number) => value<number>(`(SELECT min(role_id) FROM user_role WHERE user_id = ${id})`);
  const [staff, administrator, partner, few, clerk] = [
    await user('staff@demo.example'),
    await user('admin@demo.example'),
    await user('partner@demo.example'),
    await user('sindre.aasen@nordlys.example'),
    await user('clerk40@desk.example'),
  ];
  const max = await roleOf(partner);
  const sold = (
    how: string,
  ) => `SELECT min(sl.product_id) FROM service_level sl JOIN role_product rp ON rp.product_id = sl.product_id
    AND rp.role_id = ${max} JOIN product p ON p.id = sl.product_id AND p.is_published IS NOT FALSE WHERE ${how}`;
  const product = await value<number>(`(${sold("sl.availability_type = 'per_slot'")})`);
  const level = await value<number>(
    `(SELECT min(id) FROM service_level WHERE product_id = ${product} AND availability_type = 'per_slot')`,
  );
  const organization = await value<number>('(SELECT min(id) FROM organization)');
  const order = await value<number>(`(SELECT id FROM orders WHERE organization_id = ${organization} AND role_id = ${max}
    AND product_id IS NOT NULL AND supplier_id IS NOT NULL ORDER BY id OFFSET 40 LIMIT 1)`);
  const event = await value<string>(`(SELECT id::text FROM webhook_event ORDER BY sequence DESC, created_at LIMIT 1)`);
  const ofProduct = (column: string) => value<number>(`(SELECT ${column} FROM product WHERE id = ${product})`);
  return {
    roles: { max, few: await roleOf(few) },
    users: { staff, administrator, partner, few, clerk },
    product,
    level,
    offer: await value<number>(`(SELECT min(o.id) FROM offer o WHERE o.service_level_id = ${level} AND o.remaining > 5
      AND o.date = (SELECT min(date) FROM offer WHERE service_level_id = ${level} AND date > current_date + 7))`),
    soldOrder: await value<number>(`(SELECT max(id) FROM orders WHERE role_id = ${max} AND status = 'Booked')`),
    pass: await value(`(${sold("sl.availability_type = 'pass'")})`),
    pickupLevel:
      await value(`(SELECT min(sl.id) FROM service_level sl JOIN pickup_options o ON o.service_level_id = sl.id
      JOIN role_product rp ON rp.product_id = sl.product_id AND rp.role_id = ${max})`),
    city: await ofProduct('city_id'),
    country: await value(
      `(SELECT co.code FROM product p JOIN city c ON c.id = p.city_id JOIN country co ON co.id = c.country_id WHERE p.id = ${product})`,
    ),
    category: await value(`(SELECT min(category_id) FROM product_category WHERE product_id = ${product})`),
    supplier: await ofProduct('supplier_id'),
    client: await value(`(SELECT client_id FROM orders WHERE id = ${order})`),
    label: await value('(SELECT min(label) FROM product, unnest(labels) label)'),
    order,
    bookedOrder: await value<number>(
      `(SELECT min(id) FROM orders WHERE organization_id = ${organization} AND status = 'Booked')`,
    ),
    organization,
    name: await value(`(SELECT full_name FROM passenger WHERE order_id = ${order} AND full_name <> '' LIMIT 1)`),
    voucher: await value(`(SELECT value_text FROM tag WHERE key = 'voucher' ORDER BY id LIMIT 1)`),
    title: await value(`(SELECT split_part(title, ' ', 1) FROM product WHERE id = ${product})`),
    endpoint: await value('(SELECT min(id) FROM webhook_endpoint)'),
    delivery: await value(`(SELECT min(id) FROM webhook_delivery WHERE event_id = '${event}')`),
    event,
    batch: await value('(SELECT min(id) + 100 FROM batch)'),
    request: await value(
      '(SELECT request_id FROM audit_entry WHERE batch_id IS NULL ORDER BY id DESC OFFSET 100 LIMIT 1)',
    ),
  };
}
