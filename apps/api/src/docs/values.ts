import type { Settings } from '@channel/settings';

/** What pages may name as `{{name}}`. */
export type Values = Readonly<Record<string, string>>;

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A number of seconds in the largest unit that divides it, such as "30 days". */
export function duration(seconds: number): string {
  const [unit, size] = UNITS.find(([, each]) => seconds % each === 0 && seconds >= each) ?? (['second', 1] as const);
  const count = seconds / size;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The values of this installation that the documentation tells partners. */
export function valuesOf(settings: Settings): Values {
  return {
    api_url: settings.apiUrl,
    access_token_life: duration(settings.accessTokenSeconds),
    refresh_token_life: duration(settings.refreshTokenSeconds),
  };
}
