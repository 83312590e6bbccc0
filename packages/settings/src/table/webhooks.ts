import { addressRange, flag, listOf, mapOf, oneOf, port, whole } from '../kinds.ts';
import type { Read } from '../setting.ts';

/** Settings of events and their delivery. */
export const webhookSettings = (read: Read) => ({
  eventKinds: read({
    name: 'EVENT_KINDS',
    kind: mapOf(oneOf('create', 'update'), 'operation (create or update) to kind of event'),
    default: '{"update":"order-updated"}',
    about:
      'Kind of event that each operation on an order emits: `create`, `update`. A missing operation emits no event.',
    facts: ['events'],
  }),
  webhookTimeoutSeconds: read({
    name: 'WEBHOOK_TIMEOUT_SECONDS',
    kind: whole(1, 60, 'seconds'),
    default: '15',
    about: 'Timeout of a request to a webhook receiver, from connecting to the end of the response.',
    facts: ['delivery'],
  }),
  webhookRetrySeconds: read({
    name: 'WEBHOOK_RETRY_SECONDS',
    kind: listOf(whole(0, 604_800, 'seconds')),
    default: '0,5,300,1800,7200,18000,36000,50400,72000,86400',
    about: 'Waits before each attempt to deliver a webhook; their number is the number of attempts.',
    facts: ['delivery'],
  }),
  webhookJitterPercent: read({
    name: 'WEBHOOK_JITTER_PERCENT',
    kind: whole(0, 90, 'percent'),
    default: '20',
    about: 'Random deviation of a wait before an attempt, up or down, which spreads attempts.',
    facts: ['delivery'],
  }),
  webhookDisableDays: read({
    name: 'WEBHOOK_DISABLE_DAYS',
    kind: whole(1, 90, 'days'),
    default: '5',
    about: 'A receiver is switched off after uninterrupted failure for this long.',
    facts: ['delivery'],
  }),
  webhookRotationHours: read({
    name: 'WEBHOOK_ROTATION_HOURS',
    kind: whole(0, 720, 'hours'),
    default: '24',
    about: 'How long after the rotation of a secret webhooks also carry a signature by the old secret.',
    facts: ['delivery'],
  }),
  webhookRetentionDays: read({
    name: 'WEBHOOK_RETENTION_DAYS',
    kind: whole(1, 3_650, 'days'),
    default: '90',
    about:
      'How long events and their deliveries are kept at least; those of one week are deleted together, once all are as old.',
  }),
  webhookEndpoints: read({
    name: 'WEBHOOK_ENDPOINTS',
    kind: whole(1, 1_000, 'endpoints'),
    default: '100',
    about:
      'Maximum number of webhook endpoints of one organization, including those of its users: each change of an order may cause a delivery to every endpoint.',
    facts: ['receivers'],
  }),
  webhookConcurrency: read({
    name: 'WEBHOOK_CONCURRENCY',
    kind: whole(1, 500, 'deliveries'),
    default: '32',
    about: 'Maximum number of concurrent deliveries of each worker process; one endpoint uses at most half of them.',
  }),
  webhookHttpsOnly: read({
    name: 'WEBHOOK_HTTPS_ONLY',
    kind: flag,
    default: '1',
    about: 'Whether receivers must use https. Required in production.',
    facts: ['receivers'],
  }),
  webhookPorts: read({
    name: 'WEBHOOK_PORTS',
    kind: listOf(port),
    default: '443,80',
    about: 'Ports on which receivers may listen; those in `WEBHOOK_ALLOWED_RANGES` may use any.',
    facts: ['receivers'],
  }),
  webhookAllowedRanges: read({
    name: 'WEBHOOK_ALLOWED_RANGES',
    kind: listOf(addressRange),
    default: '',
    about:
      'Address ranges that may receive webhooks although they are private, loopback, link-local or otherwise not public.',
    facts: ['receivers'],
  }),
});
