import type { Courier } from '@channel/webhooks/delivery';
import { readTraceparent, traceparentOf } from './traceparent.ts';
import type { Tracing } from './tracing.ts';

/**
 * Makes each attempt of a delivery a span of the trace of its change. The address of a receiver may hold a secret, so only
 * its host is shown.
 */
export const traceAttempts =
  (tracing: Tracing): NonNullable<Courier['trace']> =>
  ({ traceparent, url, deliveryId, endpointId, eventId, tried }) => {
    const place = readTraceparent(traceparent);
    const { hostname } = new URL(url);
    const span =
      place &&
      tracing.continue(place, {
        name: 'POST webhook',
        kind: 'client',
        attributes: {
          'http.request.method': 'POST',
          'server.address': hostname,
          'channel.webhook.delivery_id': deliveryId,
          'channel.webhook.endpoint_id': endpointId,
          'channel.webhook.event_id': eventId,
          ...(tried > 0 ? { 'http.request.resend_count': tried } : {}),
        },
      });
    return (
      span && {
        traceparent: traceparentOf(span.place),
        end(status) {
          if (status !== null) span.add({ attributes: { 'http.response.status_code': status } });
          const isGood = status !== null && status >= 200 && status < 300;
          span.end(isGood ? undefined : String(status ?? 'no answer'));
        },
      }
    );
  };
