import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { formatCount } from '#lib/format.ts';
import { reasonText } from './reason-text.ts';
import type { EndpointFacts } from './webhook-parts.ts';

/** The health of an endpoint. */
export type Health = 'off' | 'failing' | 'healthy' | 'untaken' | 'unused';

/** Labels and colours of the health states. */
export const HEALTH_LOOKS: Record<Health, { label: MessageDescriptor; color: string }> = {
  off: { label: msg`Switched off`, color: 'gray' },
  failing: { label: msg`Failing`, color: 'red' },
  healthy: { label: msg`Healthy`, color: 'teal' },
  untaken: { label: msg`Nothing accepted yet`, color: 'gray' },
  unused: { label: msg`Nothing sent yet`, color: 'gray' },
};

type Facts = Pick<EndpointFacts, 'disabledAt' | 'failingSince' | 'lastSuccessAt' | 'lastFailureAt'>;

/** The health of an endpoint. `off` takes precedence over the result of earlier deliveries. */
export function healthOf({ disabledAt, failingSince, lastSuccessAt, lastFailureAt }: Facts): Health {
  if (disabledAt) return 'off';
  if (failingSince && (!lastSuccessAt || failingSince > lastSuccessAt)) return 'failing';
  if (lastSuccessAt) return 'healthy';
  // It was enabled again since the last failure, so that earlier failures do not count.
  return lastFailureAt ? 'untaken' : 'unused';
}

/** The result of an attempt. */
type Tried = { responseStatus: number | null; error: string | null };

/** Whether the receiver accepted the attempt: a complete response with a 2xx status. */
export const isTaken = ({ responseStatus, error }: Tried): boolean =>
  error === null && responseStatus !== null && responseStatus >= 200 && responseStatus < 300;

/** A short text of the result: `HTTP 500`, or the reason why there was no response. */
export function outcomeOf(i18n: I18n, { responseStatus, error }: Tried): string {
  const reason = error === null ? '' : reasonText(i18n, error);
  if (responseStatus === null) return reason;
  return error === null ? `HTTP ${responseStatus}` : t(i18n)`HTTP ${responseStatus}, then: ${{ error: reason }}`;
}

type Step = { succeeded: number; failed: number };

/** The sums over all steps. */
export const totalOf = (steps: readonly Step[]): Step => ({
  succeeded: steps.reduce((sum, step) => sum + step.succeeded, 0),
  failed: steps.reduce((sum, step) => sum + step.failed, 0),
});

/** The share of successes as text, such as `99.5 %`; `100 %` only if nothing failed. Undefined without attempts. */
export function successShare(locale: string, { succeeded, failed }: Step): string | undefined {
  const total = succeeded + failed;
  if (total === 0) return undefined;
  return `${formatCount(locale, Math.floor((succeeded / total) * 1_000) / 10)} %`;
}
