import type { FastifyInstance } from 'fastify';
import type { Services } from '../context.ts';

type Gauge = { name: string; help: string; value: number };

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** `/metrics`, if the operator enables it: the result of the last check of places, in the text format of Prometheus. */
export function publishMetrics(app: FastifyInstance, { db, settings }: Services): void {
  if (!settings.metrics) return;
  app.get('/metrics', async (_request, reply) => {
    const last = await db.placesCheck.findFirst();
    reply.header('cache-control', 'no-store').header('content-type', CONTENT_TYPE);
    return reply.send(last ? textOf(gaugesOf(last)) : '');
  });
}

const gaugesOf = (last: { checkedAt: Date; departures: number; unbalanced: number }): Gauge[] => [
  {
    name: 'channel_departures_unbalanced',
    help: 'Departures that count other places than their bookings hold, by the last check; anything but 0 is a defect.',
    value: last.unbalanced,
  },
  { name: 'channel_departures_checked', help: 'Departures that the last check compared.', value: last.departures },
  {
    name: 'channel_places_check_timestamp_seconds',
    help: 'When departures were last checked, in seconds since 1970.',
    value: last.checkedAt.getTime() / 1_000,
  },
];

const textOf = (gauges: readonly Gauge[]) =>
  gauges.map(({ name, help, value }) => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`).join('');
