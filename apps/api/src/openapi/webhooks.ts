import type { Settings } from '@channel/settings';
import type { JsonSchema, RootShape, Webhook } from 'graphql-rest-router';
import { orderUpdated } from '../events/order-events.ts';

const header = (name: string, description: string, schema: JsonSchema, required = true): JsonSchema => ({
  name,
  in: 'header',
  required,
  description,
  schema,
});

const HEADERS: readonly JsonSchema[] = [
  header(
    'webhook-id',
    'The `id` of the body: the same in every attempt, so that a receiver recognizes an event that it has already received.',
    {
      type: 'string',
      format: 'uuid',
    },
  ),
  header(
    'webhook-timestamp',
    'When this request was sent, in seconds since 1970: new in every attempt. Refuse a request that is more than five minutes off.',
    {
      type: 'string',
      pattern: '^\\d+$',
    },
  ),
  header(
    'webhook-signature',
    "One signature or, while a new secret replaces an old one, two with a space between: each is `v1,` and, in base64, the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the endpoint's secret (the base64 after `whsec_`, decoded). Libraries of Standard Webhooks check it.",
    { type: 'string', pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?$' },
  ),
  header(
    'X-Order-Sequence',
    "Number of the order's version that the body shows. Events of an order with a smaller number than one that was seen are stale.",
    {
      type: 'string',
      pattern: '^\\d+$',
    },
  ),
  header(
    'X-Webhook-Test',
    'Present when staff sent the event to test the endpoint, without a change.',
    { type: 'string', const: '1' },
    false,
  ),
  header(
    'traceparent',
    'Present where the operator records traces: the place of this attempt in the trace of the change (W3C Trace Context). A request of the API that had a `traceparent` gives its trace to the event. Receivers may ignore it.',
    { type: 'string', pattern: '^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$' },
    false,
  ),
];

const DESCRIPTION =
  'Sent to every endpoint of the organization of the order (and of those of its users who may see the order) when a change of an order was committed: one event for each change. A request that is not answered in time with success is repeated by a schedule.';

const ANSWERS: Webhook['answers'] = {
  '2XX': 'Taken.',
  410: 'Gone: the endpoint is switched off.',
  429: 'Try later: repeated by the schedule, not before `Retry-After` (seconds, or a date) allows it.',
  default: 'Failed: repeated by the schedule. Redirects are not followed.',
};

const text = (description: string, more: JsonSchema = {}): JsonSchema => ({ type: 'string', ...more, description });

/** The webhooks that receivers get under these settings: one for each kind of event. */
export function webhooksOf({ eventKinds }: Pick<Settings, 'eventKinds'>, exact: boolean): Webhook[] {
  const object = (description: string, properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
    type: 'object',
    description,
    properties,
    required: Object.keys(properties),
    ...(exact ? { additionalProperties: false } : {}),
  });
  const envelope = (kind: string) => (rootShape: RootShape) =>
    object('An event.', {
      id: text('Id of the event, the same in every attempt.', { format: 'uuid' }),
      event: text('The kind of event.', { const: kind }),
      created_at: text('When it happened, in UTC.', { pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' }),
      data: { ...entryOf(rootShape(orderUpdated, 'orders')), description: 'The order as the change left it.' },
      meta: object('Additional data.', {
        user: { ...rootShape(orderUpdated, 'user'), description: 'The user who changed it.' },
      }),
    });
  return [...new Set(Object.values(eventKinds))].sort().map((kind) => ({
    name: kind,
    id: `Receive-${kind}`,
    summary: `Event ${kind}`,
    description: DESCRIPTION,
    tags: ['Webhooks'],
    openFacts: ['events', 'receivers', 'delivery', 'webhook-body', 'webhook-forms', 'webhook-spelling', 'created-at'],
    headers: HEADERS,
    answers: ANSWERS,
    body: envelope(kind),
  }));
}

/** The shape of one entry of a list. */
function entryOf({ items }: JsonSchema): JsonSchema {
  if (typeof items !== 'object' || items === null) throw new Error('The orders of an event must be a list.');
  return items as JsonSchema;
}
