import { type ActivityStep, longestLife, type Span } from '@channel/webhooks';
import { builder } from '../builder.ts';
import { FieldErrors } from '../errors.ts';
import { WebhookEndpoint } from './webhook-types.ts';

const HOUR = 3_600;
const MAX_HOURS = 2_160;
const MAX_STEPS = 200;

const WebhookActivityStep = builder.objectRef<ActivityStep>('WebhookActivityStep').implement({
  description: 'What became of the attempts to deliver changes within a stretch of time.',
  fields: (t) => ({
    from: t.expose('from', { type: 'DateTime', description: 'When it begins.' }),
    succeeded: t.exposeInt('succeeded', { description: 'Attempts that the receiver took.' }),
    failed: t.exposeInt('failed', { description: 'Attempts that it did not take.' }),
    medianMs: t.exposeInt('medianMs', {
      nullable: true,
      description: 'Half of the attempts took no longer, in milliseconds; null when there were none.',
    }),
  }),
});

type Requested = { hours?: number | null; steps?: number | null };

/** The steps end at the next full hour, so that they stay where they are while somebody watches. */
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
      "The endpoint's health over time, oldest step first: attempts to deliver changes of all orders; repeats and tests don't count.",
    args: {
      hours: t.arg.int({ defaultValue: 24, description: `How far back, 1 to ${MAX_HOURS}.` }),
      steps: t.arg.int({ defaultValue: 24, description: `Into how many steps the time is cut, 1 to ${MAX_STEPS}.` }),
    },
    select: { id: true },
    resolve: ({ id: endpointId }, args, { loaders, now, settings }) =>
      loaders.webhookActivity.load({
        endpointId,
        span: spanOf(args, now),
        patience: longestLife({
          waits: settings.webhookRetrySeconds,
          jitterPercent: settings.webhookJitterPercent,
        }),
      }),
  }),
  waitingCount: t.int({
    description: 'How many deliveries are on their way, or wait for their turn or their next try.',
    select: { id: true },
    resolve: ({ id }, _args, { loaders }) => loaders.webhookWaiting.load(id),
  }),
}));
