type Job = { order: { id: number }; passengerCount: number };

/** The number of passengers of some jobs. Those of an order count once, however many of its jobs there are. */
export const passengersIn = (jobs: readonly Job[]): number =>
  [...new Map(jobs.map(({ order, passengerCount }) => [order.id, passengerCount])).values()].reduce(
    (sum, count) => sum + count,
    0,
  );
