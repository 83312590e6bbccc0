import { fromPlan, type Sql, sql } from 'graphql-sql';

/** Reserved ids of the rows of a new order, so that one statement can write rows that reference each other. */
export type DrawnIds = {
  orderId: number;
  /** One for each day. */
  bookingIds: number[];
  pickupId: number;
  dropoffId: number;
  passengerIds: number[];
  ticketIds: number[];
};

const people = fromPlan('people', 'int4');

/**
 * The expression that reserves ids while a booking is planned: a booking then takes no round trip for them. The ids of a
 * booking that is refused are lost, so that none are reserved for a service level that the role does not sell, or
 * where no place is left.
 *
 * @param departures a condition on the departures (`a`) that the booking can mean
 */
export const drawnIds = (departures: Sql): Sql => sql`
  SELECT json_build_object(
    'orderId', nextval(pg_get_serial_sequence('orders', 'id')),
    'bookingIds', ARRAY(SELECT nextval(pg_get_serial_sequence('booking', 'id'))
      FROM generate_series(1, ${fromPlan('nights', 'int4')})),
    'pickupId', nextval(pg_get_serial_sequence('transfer', 'id')),
    'dropoffId', nextval(pg_get_serial_sequence('transfer', 'id')),
    'passengerIds', ARRAY(SELECT nextval(pg_get_serial_sequence('passenger', 'id')) FROM generate_series(1, ${people})),
    'ticketIds', ARRAY(SELECT nextval(pg_get_serial_sequence('ticket', 'id')) FROM generate_series(1,
      CASE WHEN p.ticket_title IS NULL THEN 0 WHEN p.ticket_per_participant THEN ${people} ELSE 1 END)))
  FROM service_level l JOIN product p ON p.id = l.product_id
  WHERE ${people} > 0 AND l.id = ${fromPlan('level', 'int8')}
    AND EXISTS (SELECT FROM role_product r WHERE r.product_id = p.id AND r.role_id = ANY (${fromPlan('roles', 'int8[]')}))
    AND EXISTS (SELECT FROM availability a WHERE a.service_level_id = l.id AND a.remaining > 0 AND ${departures})`;
