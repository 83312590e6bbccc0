import type { Settings } from '@channel/settings';
import { builder } from '../builder.ts';
import { actorOf } from '../shared/principals.ts';

type Terms = Pick<
  Settings,
  | 'webhookDisableDays'
  | 'webhookHttpsOnly'
  | 'webhookRetentionDays'
  | 'webhookRetrySeconds'
  | 'webhookRotationHours'
  | 'webhookTimeoutSeconds'
>;

const WebhookTerms = builder.objectRef<Terms>('WebhookTerms').implement({
  description: 'The settings of webhook delivery.',
  fields: (t) => ({
    retrySeconds: t.exposeIntList('webhookRetrySeconds', {
      description: 'Seconds before each attempt; their number is the number of attempts.',
    }),
    timeoutSeconds: t.exposeInt('webhookTimeoutSeconds', {
      description: 'Timeout of a request to a receiver, in seconds.',
    }),
    disableDays: t.exposeInt('webhookDisableDays', {
      description: 'Days of uninterrupted failure after which an endpoint is switched off.',
    }),
    rotationHours: t.exposeInt('webhookRotationHours', {
      description: 'Hours after a rotation during which the old secret signs, too.',
    }),
    retentionDays: t.exposeInt('webhookRetentionDays', {
      description: 'Days for which events and their deliveries are kept.',
    }),
    httpsOnly: t.exposeBoolean('webhookHttpsOnly', { description: 'Whether receivers must be reached by https.' }),
  }),
});

builder.queryField('webhookTerms', (t) =>
  t.field({
    type: WebhookTerms,
    description: 'The settings of webhook delivery. For every authenticated user.',
    resolve: (_root, _args, context) => {
      actorOf(context);
      return context.settings;
    },
  }),
);
