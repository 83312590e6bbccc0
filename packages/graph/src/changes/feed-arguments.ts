import { builder } from '../builder.ts';
import { FieldErrors } from '../errors.ts';

/** Default size of a page of changes. */
const DEFAULT_PAGE = 100;
const MAX_PAGE = 1_000;
/** Default size of a page of a subscription, which is paid whole for each event of the stream. */
const DEFAULT_EVENT_PAGE = 20;
const MAX_WAIT_SECONDS = 30;

const AFTER = {
  description:
    'Only changes after this cursor; null begins with the oldest change that is kept. A cursor that is too old, or of another history of the data, is an error, see `extensions.reason`.',
} as const;

/** Arguments of the query of a stream. */
export const pageArguments = builder.args((t) => ({
  after: t.string(AFTER),
  first: t.int({ defaultValue: DEFAULT_PAGE, description: `Maximum number of changes, 1 to ${MAX_PAGE}.` }),
  waitSeconds: t.int({
    defaultValue: 0,
    description: `How long to wait for a change if there is none, 0 to ${MAX_WAIT_SECONDS}. The answer comes as soon as there is one; the wait occupies no place among the requests of the user, but counts as a stream. Of several fields of an operation that wait, the first one ends the wait.`,
  }),
}));

/** Arguments of the subscription to a stream. */
export const eventArguments = builder.args((t) => ({
  after: t.string({
    description: `${AFTER.description} The header \`Last-Event-ID\` takes precedence.`,
  }),
  first: t.int({
    defaultValue: DEFAULT_EVENT_PAGE,
    description: `Maximum number of changes of one event of the stream, 1 to ${MAX_PAGE}.`,
  }),
}));

/** @throws a validation error for values out of range */
export function checkPage({ first, waitSeconds }: { first?: number | null; waitSeconds?: number | null }): void {
  const errors = new FieldErrors();
  if (typeof first === 'number' && (first < 1 || first > MAX_PAGE))
    errors.add(['first'], `must be between 1 and ${MAX_PAGE}.`);
  if (typeof waitSeconds === 'number' && (waitSeconds < 0 || waitSeconds > MAX_WAIT_SECONDS))
    errors.add(['waitSeconds'], `must be between 0 and ${MAX_WAIT_SECONDS}.`);
  errors.throwIfAny();
}

/** `first` of a page; null counts as the default. */
export const pageSize = (first: number | null | undefined, isEvent = false): number =>
  first ?? (isEvent ? DEFAULT_EVENT_PAGE : DEFAULT_PAGE);
