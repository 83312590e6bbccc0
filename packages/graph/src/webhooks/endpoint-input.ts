import { checkAddress, RefusedAddress, rulesOf } from '@channel/webhooks';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { Faults, UNKNOWN_ID } from '../errors.ts';
import { owners } from './endpoint-owners.ts';

export const WebhookEndpointInput = builder.inputType('WebhookEndpointInput', {
  description: 'What staff say of an endpoint. What is left out stays as it is.',
  fields: (t) => ({
    url: t.string({ description: 'Where events are posted to: a public address, by https.' }),
    description: t.string({ description: 'What it is for.' }),
    ownerId: t.int({
      description:
        "Id of a user of the organization: the endpoint then gets only orders that this user may see. Null: all of the organization's.",
    }),
    concurrency: t.int({
      description:
        'Most deliveries under way at a time: from 1 to half of what a worker process delivers at a time, so that one slow receiver leaves room for others.',
    }),
    ratePerSecond: t.int({ description: 'Most deliveries a second, 1 to 1,000; null: no limit.' }),
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
const MOST_A_SECOND = 1_000;

/**
 * Checks what staff say of an endpoint of an organization. The name in the address is looked up.
 *
 * @throws a validation error that names every member that can't be used
 */
export async function checkedEndpoint(
  context: Context,
  organizationId: number,
  { url, description, ownerId, concurrency, ratePerSecond }: Input,
): Promise<EndpointColumns> {
  const faults = new Faults();
  const columns: EndpointColumns = {};
  if (typeof url === 'string') columns.url = await checkedUrl(context, url, faults);
  if (typeof description === 'string') {
    const isFine =
      description.length <= LONGEST_DESCRIPTION && !description.includes('\0') && description.isWellFormed();
    if (!isFine) faults.add(['input', 'description'], `must be a text of at most ${LONGEST_DESCRIPTION} characters.`);
    columns.description = description;
  }
  if (ownerId !== undefined) {
    if (ownerId !== null && !(await belongs(context, organizationId, ownerId))) {
      faults.add(['input', 'ownerId'], UNKNOWN_ID);
    }
    columns.ownerId = ownerId;
  }
  if (typeof concurrency === 'number') {
    const most = mostAtATime(context);
    if (concurrency < 1 || concurrency > most) {
      faults.add(['input', 'concurrency'], `must be between 1 and ${most}.`);
    }
    columns.concurrency = concurrency;
  }
  if (ratePerSecond !== undefined) {
    if (ratePerSecond !== null && (ratePerSecond < 1 || ratePerSecond > MOST_A_SECOND)) {
      faults.add(['input', 'ratePerSecond'], `must be between 1 and ${MOST_A_SECOND}.`);
    }
    columns.ratePerSecond = ratePerSecond;
  }
  faults.throwIfAny();
  return columns;
}

/** However slow one receiver is, it holds no more than half of the places from which a worker delivers. */
const mostAtATime = ({ settings }: Context) => Math.max(1, Math.floor(settings.webhookConcurrency / 2));

async function checkedUrl({ settings }: Context, url: string, faults: Faults): Promise<string> {
  try {
    return (await checkAddress(url, rulesOf(settings))).href;
  } catch (error) {
    if (!(error instanceof RefusedAddress)) throw error;
    faults.add(['input', 'url'], error.message);
    return url;
  }
}

/** Whether somebody has a role in the organization, or belongs to one of its clients. */
async function belongs({ db }: Context, organizationId: number, id: number): Promise<boolean> {
  const user = await db.user.findFirst({
    where: { AND: [{ id }, owners(organizationId)] },
    select: { id: true },
  });
  return user !== null;
}
