import { checkAddress, RefusedAddress, rulesOf } from '@channel/webhooks';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { FieldErrors, UNKNOWN_ID } from '../errors.ts';
import { owners } from './endpoint-owners.ts';

export const WebhookEndpointInput = builder.inputType('WebhookEndpointInput', {
  description: 'The members of an endpoint that staff set. A member that is left out keeps its value.',
  fields: (t) => ({
    url: t.string({ description: 'The URL to which events are posted: a public address, by https.' }),
    description: t.string({ description: 'Its purpose.' }),
    ownerId: t.int({
      description:
        'Id of a user of the organization: the endpoint then receives only orders that this user may see. Null: all orders of the organization.',
    }),
    concurrency: t.int({
      description:
        'Maximum number of concurrent deliveries: from 1 to half of the concurrent deliveries of a worker process, so that one slow receiver leaves capacity for others.',
    }),
    ratePerSecond: t.int({ description: 'Maximum number of deliveries per second, 1 to 1,000; null: no limit.' }),
  }),
});

type Input = typeof WebhookEndpointInput.$inferInput;

/** The columns that an input changes. */
export type EndpointColumns = {
  url?: string;
  description?: string;
  ownerId?: number | null;
  concurrency?: number;
  ratePerSecond?: number | null;
};

const LONGEST_DESCRIPTION = 500;
const MAX_A_SECOND = 1_000;

/**
 * Validates the input of an endpoint of an organization. Resolves the host name of its address.
 *
 * @throws a validation error that lists every invalid member
 */
export async function checkedEndpoint(
  context: Context,
  organizationId: number,
  { url, description, ownerId, concurrency, ratePerSecond }: Input,
): Promise<EndpointColumns> {
  const fieldErrors = new FieldErrors();
  const columns: EndpointColumns = {};
  if (typeof url === 'string') columns.url = await checkedUrl(context, url, fieldErrors);
  if (typeof description === 'string') {
    const isFine =
      description.length <= LONGEST_DESCRIPTION && !description.includes('\0') && description.isWellFormed();
    if (!isFine)
      fieldErrors.add(['input', 'description'], `must be a text of at most ${LONGEST_DESCRIPTION} characters.`);
    columns.description = description;
  }
  if (ownerId !== undefined) {
    if (ownerId !== null && !(await belongs(context, organizationId, ownerId))) {
      fieldErrors.add(['input', 'ownerId'], UNKNOWN_ID);
    }
    columns.ownerId = ownerId;
  }
  if (typeof concurrency === 'number') {
    const max = maxConcurrent(context);
    if (concurrency < 1 || concurrency > max) {
      fieldErrors.add(['input', 'concurrency'], `must be between 1 and ${max}.`);
    }
    columns.concurrency = concurrency;
  }
  if (ratePerSecond !== undefined) {
    if (ratePerSecond !== null && (ratePerSecond < 1 || ratePerSecond > MAX_A_SECOND)) {
      fieldErrors.add(['input', 'ratePerSecond'], `must be between 1 and ${MAX_A_SECOND}.`);
    }
    columns.ratePerSecond = ratePerSecond;
  }
  fieldErrors.throwIfAny();
  return columns;
}

/** A slow receiver never occupies more than half of the delivery slots of a worker. */
const maxConcurrent = ({ settings }: Context) => Math.max(1, Math.floor(settings.webhookConcurrency / 2));

async function checkedUrl({ settings }: Context, url: string, fieldErrors: FieldErrors): Promise<string> {
  try {
    return (await checkAddress(url, rulesOf(settings))).href;
  } catch (error) {
    if (!(error instanceof RefusedAddress)) throw error;
    fieldErrors.add(['input', 'url'], error.message);
    return url;
  }
}

/** Whether a user has a role in the organization or belongs to one of its clients. */
async function belongs({ db }: Context, organizationId: number, id: number): Promise<boolean> {
  const user = await db.user.findFirst({
    where: { AND: [{ id }, owners(organizationId)] },
    select: { id: true },
  });
  return user !== null;
}
