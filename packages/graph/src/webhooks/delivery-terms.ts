import type { Settings } from '@channel/settings';
import { builder } from '../builder.ts';
import { actorOf } from '../people/principals.ts';

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
  description: "How events are delivered: the operator's settings.",
  fields: (t) => ({
    retrySeconds: t.exposeIntList('webhookRetrySeconds', {
      description: 'Seconds before each try; their number is the number of tries.',
    }),
    timeoutSeconds: t.exposeInt('webhookTimeoutSeconds', {
      description: 'Within how many seconds a receiver must have answered.',
    }),
    disableDays: t.exposeInt('webhookDisableDays', {
      description: 'After how many days of nothing but failure an endpoint is switched off.',
    }),
    rotationHours: t.exposeInt('webhookRotationHours', {
      description: 'For how many hours after a rotation the old secret signs too.',
    }),
    retentionDays: t.exposeInt('webhookRetentionDays', {
      description: 'For how many days events and their deliveries are kept.',
    }),
    httpsOnly: t.exposeBoolean('webhookHttpsOnly', { description: 'Whether receivers must be reached by https.' }),
  }),
});

builder.queryField('webhookTerms', (t) =>
  t.field({
    type: WebhookTerms,
    description: 'How events are delivered. For everybody who has signed in.',
    resolve: (_root, _args, context) => {
      actorOf(context);
      return context.settings;
    },
  }),
);
