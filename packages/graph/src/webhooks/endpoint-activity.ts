import { type ActivityStep, longestLife, type Span } from '@channel/webhooks';
import { builder } from '../builder.ts';
import { FieldErrors } from '../errors.ts';
import { WebhookEndpoint } from './webhook-types.ts';

const HOUR = 3_600;
const MAX_HOURS = 2_160;
const MAX_STEPS = 200;

const WebhookActivityStep = builder.objectRef<ActivityStep>('WebhookActivityStep').implement({
  description: 'Results of the attempts to deliver changes within a time interval.',
  fields: (t) => ({
    from: t.expose('from', { type: 'DateTime', description: 'Start of the interval.' }),
    succeeded: t.exposeInt('succeeded', { description: 'Number of successful attempts.' }),
    failed: t.exposeInt('failed', { description: 'Number of failed attempts.' }),
    medianMs: t.exposeInt('medianMs', {
      nullable: true,
      description: 'Median duration of the attempts in milliseconds; null when there were none.',
    }),
  }),
});

type Requested = { hours?: number | null; steps?: number | null };

/** The steps end at the next full hour, so that they do not shift between refreshes of a page. */
function spanOf({ hours, steps }: Requested, now: Date): Span {
  const [length, count] = [hours ?? 24, steps ?? 24];
  const fieldErrors = new FieldErrors();
  if (length < 1 || length > MAX_HOURS) fieldErrors.add(['hours'], `must be between 1 and ${MAX_HOURS}.`);
  if (count < 1 || count > MAX_STEPS) fieldErrors.add(['steps'], `must be between 1 and ${MAX_STEPS}.`);
  fieldErrors.throwIfAny();
  const until = new Date(Math.ceil(now.getTime() / 1_000 / HOUR) * HOUR * 1_000);
  return { until, seconds: Math.ceil((length * HOUR) / count), steps: count };
}

builder.prismaObjectFields(WebhookEndpoint, (t) => ({
  activity: t.field({
    type: [WebhookActivityStep],
    description:
      "The endpoint's health over time, oldest step first: attempts to deliver changes of all orders, without repeats and tests.",
    args: {
      hours: t.arg.int({ defaultValue: 24, description: `Length of the covered time in hours, 1 to ${MAX_HOURS}.` }),
      steps: t.arg.int({ defaultValue: 24, description: `Number of steps of the covered time, 1 to ${MAX_STEPS}.` }),
    },
    select: { id: true },
    resolve: ({ id: endpointId }, args, { loaders, now, settings }) =>
      loaders.webhookActivity.load({
        endpointId,
        span: spanOf(args, now),
        maxLifetime: longestLife({
          waits: settings.webhookRetrySeconds,
          jitterPercent: settings.webhookJitterPercent,
        }),
      }),
  }),
  waitingCount: t.int({
    description: 'Number of deliveries that are being sent or wait for an attempt.',
    select: { id: true },
    resolve: ({ id }, _args, { loaders }) => loaders.webhookWaiting.load(id),
  }),
}));
