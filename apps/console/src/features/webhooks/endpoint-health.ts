import type { EndpointFacts } from './webhook-parts.ts';

/** The health of an endpoint. */
export type Health = 'off' | 'failing' | 'healthy' | 'untaken' | 'unused';

/** Labels and colours of the health states. */
export const HEALTH_LOOKS: Record<Health, { label: string; color: string }> = {
  off: { label: 'Switched off', color: 'gray' },
  failing: { label: 'Failing', color: 'red' },
  healthy: { label: 'Healthy', color: 'teal' },
  untaken: { label: 'Nothing accepted yet', color: 'gray' },
  unused: { label: 'Nothing sent yet', color: 'gray' },
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
export function outcomeOf({ responseStatus, error }: Tried): string {
  if (error !== null) return responseStatus === null ? error : `HTTP ${responseStatus}, then: ${error}`;
  return `HTTP ${responseStatus}`;
}

type Step = { succeeded: number; failed: number };

/** The sums over all steps. */
export const totalOf = (steps: readonly Step[]): Step => ({
  succeeded: steps.reduce((sum, step) => sum + step.succeeded, 0),
  failed: steps.reduce((sum, step) => sum + step.failed, 0),
});

/** The share of successes as text, such as `99.5 %`; `100 %` only if nothing failed. Undefined without attempts. */
export function successShare({ succeeded, failed }: Step): string | undefined {
  const total = succeeded + failed;
  if (total === 0) return undefined;
  const percent = Math.floor((succeeded / total) * 1_000) / 10;
  return `${percent} %`;
}
