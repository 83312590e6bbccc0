import type { EndpointFacts } from './webhook-parts.ts';

/** How an endpoint does, in one word. */
export type Health = 'off' | 'failing' | 'healthy' | 'untaken' | 'unused';

/** The words and the colours of health. */
export const HEALTH_LOOKS: Record<Health, { label: string; color: string }> = {
  off: { label: 'Switched off', color: 'gray' },
  failing: { label: 'Failing', color: 'red' },
  healthy: { label: 'Healthy', color: 'teal' },
  untaken: { label: 'Nothing taken yet', color: 'gray' },
  unused: { label: 'Nothing sent yet', color: 'gray' },
};

type Facts = Pick<EndpointFacts, 'disabledAt' | 'failingSince' | 'lastSuccessAt' | 'lastFailureAt'>;

/** How an endpoint does: what switches it off weighs more than what it did before. */
export function healthOf({ disabledAt, failingSince, lastSuccessAt, lastFailureAt }: Facts): Health {
  if (disabledAt) return 'off';
  if (failingSince && (!lastSuccessAt || failingSince > lastSuccessAt)) return 'failing';
  if (lastSuccessAt) return 'healthy';
  // It was switched on again since, so that what failed before says nothing.
  return lastFailureAt ? 'untaken' : 'unused';
}

/** An attempt with what came back. */
type Tried = { responseStatus: number | null; error: string | null };

/** Whether the receiver took it: a whole answer with a status of success. */
export const isTaken = ({ responseStatus, error }: Tried): boolean =>
  error === null && responseStatus !== null && responseStatus >= 200 && responseStatus < 300;

/** What came back, in a few words: `Answered 500`, or why there was no answer. */
export function outcomeOf({ responseStatus, error }: Tried): string {
  if (error !== null) return responseStatus === null ? error : `Answered ${responseStatus}, then: ${error}`;
  return `Answered ${responseStatus}`;
}

type Step = { succeeded: number; failed: number };

/** All attempts of a stretch of time. */
export const totalOf = (steps: readonly Step[]): Step => ({
  succeeded: steps.reduce((sum, step) => sum + step.succeeded, 0),
  failed: steps.reduce((sum, step) => sum + step.failed, 0),
});

/** The share of successes in words: `100 %`, `99.5 %`; `100 %` only when nothing failed. Undefined without attempts. */
export function successShare({ succeeded, failed }: Step): string | undefined {
  const total = succeeded + failed;
  if (total === 0) return undefined;
  const percent = Math.floor((succeeded / total) * 1_000) / 10;
  return `${percent} %`;
}
