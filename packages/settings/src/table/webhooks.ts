import { addressRange, flag, listOf, mapOf, oneOf, port, whole } from '../kinds.ts';
import type { Read } from '../setting.ts';

/** Which events there are, and how they reach receivers. */
export const webhookSettings = (read: Read) => ({
  eventKinds: read({
    name: 'EVENT_KINDS',
    kind: mapOf(oneOf('create', 'update'), 'operation (create or update) to kind of event'),
    default: '{"update":"order-updated"}',
    about:
      'Kind of event that each operation on an order emits: `create`, `update`. One that is missing emits nothing.',
    facts: ['events'],
  }),
  webhookTimeoutSeconds: read({
    name: 'WEBHOOK_TIMEOUT_SECONDS',
    kind: whole(1, 60, 'seconds'),
    default: '15',
    about: 'Time in which a webhook receiver must have answered, from connecting to the end of the answer.',
    facts: ['delivery'],
  }),
  webhookRetrySeconds: read({
    name: 'WEBHOOK_RETRY_SECONDS',
    kind: listOf(whole(0, 604_800, 'seconds')),
    default: '0,5,300,1800,7200,18000,36000,50400,72000,86400',
    about: 'Waits before each try to deliver a webhook; their number is the number of tries.',
    facts: ['delivery'],
  }),
  webhookJitterPercent: read({
    name: 'WEBHOOK_JITTER_PERCENT',
    kind: whole(0, 90, 'percent'),
    default: '20',
    about: 'How far, up or down, a wait before a try may be off by chance, so that tries spread out.',
    facts: ['delivery'],
  }),
  webhookDisableDays: read({
    name: 'WEBHOOK_DISABLE_DAYS',
    kind: whole(1, 90, 'days'),
    default: '5',
    about: 'A receiver that did nothing but fail for this long is switched off.',
    facts: ['delivery'],
  }),
  webhookRotationHours: read({
    name: 'WEBHOOK_ROTATION_HOURS',
    kind: whole(0, 720, 'hours'),
    default: '24',
    about: 'How long, after a secret was rotated, webhooks carry the signature by the old secret too.',
    facts: ['delivery'],
  }),
  webhookRetentionDays: read({
    name: 'WEBHOOK_RETENTION_DAYS',
    kind: whole(1, 3_650, 'days'),
    default: '90',
    about: 'How long events and their deliveries are kept.',
  }),
  webhookEndpoints: read({
    name: 'WEBHOOK_ENDPOINTS',
    kind: whole(1, 1_000, 'endpoints'),
    default: '100',
    about:
      'Most webhook endpoints of one organization, those of its users included: each change of an order may be a delivery to every one of them.',
    facts: ['receivers'],
  }),
  webhookConcurrency: read({
    name: 'WEBHOOK_CONCURRENCY',
    kind: whole(1, 500, 'deliveries'),
    default: '32',
    about: 'Most webhooks that each worker process delivers at a time; one endpoint takes at most half of them.',
  }),
  webhookHttpsOnly: read({
    name: 'WEBHOOK_HTTPS_ONLY',
    kind: flag,
    default: '1',
    about: 'Whether receivers must be reached by https. Production demands it.',
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
      'Address ranges to which webhooks may be sent although they are private, loopback, link-local or otherwise not public.',
    facts: ['receivers'],
  }),
});
