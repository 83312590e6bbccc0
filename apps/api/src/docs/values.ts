import type { Settings } from '@channel/settings';
import { sharesOf } from '../admission/surface.ts';

/** The values that pages use as `{{name}}`. */
export type Values = Readonly<Record<string, string>>;

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** A number of seconds in the largest unit that divides it, such as "30 days". */
export function duration(seconds: number): string {
  const [unit, size] = UNITS.find(([, each]) => seconds % each === 0 && seconds >= each) ?? (['second', 1] as const);
  return counted(seconds / size, unit);
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The values of this installation that appear in the documentation for partners. */
export function valuesOf(settings: Settings): Values {
  return {
    api_url: settings.apiUrl,
    access_token_life: duration(settings.accessTokenSeconds),
    refresh_token_life: duration(settings.refreshTokenSeconds),
    refresh_repeat: duration(settings.refreshRepeatSeconds),
    password_link_life: duration(settings.passwordLinkHours * HOUR),
    login_failures: String(settings.loginFailures),
    login_window: duration(settings.loginWindowSeconds),
    request_limit: requestLimit(settings),
    at_once: atOnce(settings),
    rate_without_id:
      settings.rateWithoutId === 'refuse' ? 'is 422 and names them with their ids' : 'gets the cheapest of them',
    hold_time: duration(settings.holdMinutes * MINUTE),
    request_timeout: duration(settings.requestTimeoutSeconds),
    body_limit: `${settings.bodyLimitKilobytes} KB`,
    idempotency_life: duration(settings.idempotencyHours * HOUR),
    page_size: String(settings.pageSize),
    pos_products_max: String(settings.posProductsMaxPerPage),
    webhook_scheme: settings.webhookHttpsOnly ? '`https://`, whatever its port' : '`https://` or `http://`',
    webhook_ports: settings.webhookPorts.join(' or '),
    webhook_kinds: kindsOf(settings.eventKinds),
    webhook_timeout: duration(settings.webhookTimeoutSeconds),
    webhook_tries: String(settings.webhookRetrySeconds.length),
    webhook_waits: settings.webhookRetrySeconds.map(duration).join(', '),
    webhook_jitter: String(settings.webhookJitterPercent),
    webhook_disable: duration(settings.webhookDisableDays * DAY),
    webhook_rotation: duration(settings.webhookRotationHours * HOUR),
    webhook_retention: duration(settings.webhookRetentionDays * DAY),
  };
}

/** The quotas by default; an organization may have its own. */
function requestLimit({ requestsPerMinute, organizationRequests, organizationRequestsSeconds }: Settings): string {
  const ofUser = requestsPerMinute === 0 ? '' : ` You may send ${requestsPerMinute} requests a minute.`;
  if (organizationRequests === 0)
    return ofUser === ''
      ? 'There is no limit on requests per minute, unless your organization has a quota of its own.'
      : `Your organization may have a quota.${ofUser}`;
  const window = duration(organizationRequestsSeconds);
  return `Your organization may send ${organizationRequests} requests in ${window}, unless it has a quota of its own.${ofUser}`;
}

/** The number of concurrent requests of one caller; facts.test.ts compares it with the requests that are admitted. */
function atOnce(settings: Settings): string {
  if (!settings.limitInProgress) return 'You may send any number of requests concurrently.';
  const { api } = sharesOf(settings);
  const heavy = Math.max(1, Math.floor(api / 2) - 1);
  return `The server works on at most ${counted(Math.ceil(api / 2), 'request')} of one user at the same time. Slow reads are counted separately, ${heavy} at a time: exports, searches by word or by day, and lists of more than 100 entries. When colleagues send requests too, your share is smaller. Further requests wait.`;
}

/** The sentences on which changes of orders are sent, under which kind of event. */
function kindsOf({ create, update }: Readonly<Record<string, string>>): string {
  const made = create === undefined ? 'Making an order sends nothing.' : `Making an order sends \`${create}\`.`;
  const changed = update === undefined ? 'Changes send nothing.' : `Every later change sends \`${update}\`.`;
  return `${made} ${changed}`;
}
