import type { Settings } from '@channel/settings';
import { type Answer, type CsvColumn, csv, type Variables } from 'graphql-rest-router';

type Money = { amount: number; currency: { code: string } } | null;
type BookedPassenger = {
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string;
  is_leader: boolean;
};

/** An entry of `ExportOrders`, with the members that columns are computed from. */
type Entry = {
  booked_details: { rates: { title: string }[] } | null;
  passengers: BookedPassenger[];
  total_prices: Record<'original' | 'agent' | 'sold', Money>;
  tags: { key: string; value: string | number }[];
};

type ColumnName = Settings['csvColumns'][number];

const leader = (member: (leader: BookedPassenger) => string) => (entry: Entry) => {
  const found = entry.passengers.find((passenger) => passenger.is_leader);
  return found ? member(found) : null;
};
const amount = (price: keyof Entry['total_prices']) => (entry: Entry) => entry.total_prices[price]?.amount ?? null;

const COLUMNS: Record<ColumnName, string | ((entry: Entry) => unknown)> = {
  id: 'id',
  reference_code: 'reference_code',
  status: 'status',
  created_at: 'created_at',
  booked_at: 'booked_at',
  starts_at: 'starts_at',
  ends_at: 'ends_at',
  product: 'booked_details.product.title',
  service_level: 'booked_details.service_level.title',
  rate: (entry) => entry.booked_details?.rates.map(({ title }) => title).join('; ') ?? null,
  city: 'city.name',
  supplier: 'supplier.name',
  client: 'client.name',
  issuer: 'issuer.name',
  contact_person: 'contact_person.name',
  tour_guide: 'tour_guide.name',
  leader: leader(({ first_name, last_name }) => `${first_name} ${last_name}`.trim()),
  email: leader(({ email }) => email),
  phone_number: leader(({ phone_number }) => phone_number),
  passengers: (entry) => entry.passengers.length,
  currency: (entry) => entry.total_prices.sold?.currency.code ?? null,
  original: amount('original'),
  agent: amount('agent'),
  sold: amount('sold'),
  pickup_date: 'pickup.date',
  pickup_time: 'pickup.time',
  pickup_point: 'pickup.location.point.address',
  pickup_driver: 'pickup.driver.name',
  dropoff_date: 'dropoff.date',
  dropoff_time: 'dropoff.time',
  dropoff_point: 'dropoff.location.point.address',
  dropoff_driver: 'dropoff.driver.name',
  tags: (entry) => entry.tags.map(({ key, value }) => `${key}:${value}`).join('; '),
};

/**
 * The export of orders, written in blocks as the client reads.
 *
 * @param chosen the columns of a request; all if absent
 */
export function orderCsv(
  names: readonly ColumnName[],
  chosen?: (variables: Variables) => readonly ColumnName[],
): Answer {
  const columns = names.map((title): CsvColumn => {
    const value = COLUMNS[title];
    // The entries are those of the row's own document.
    return { title, value: typeof value === 'string' ? value : (entry) => value(entry as Entry) };
  });
  return csv({
    root: 'data',
    columns: () => columns,
    ...(chosen ? { chosen } : {}),
    filename: (now) => `orders-${now.toISOString().slice(0, 10)}.csv`,
    next: ({ data }, variables) => {
      if (!variables.whole || !Array.isArray(data) || data.length === 0) return undefined;
      return { ...variables, page: 1, after: data.at(-1).id };
    },
  });
}
