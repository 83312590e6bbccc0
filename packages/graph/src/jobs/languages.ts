import type { Clash, TimedJob, Worker } from './clash-types.ts';

const MAX_LANGUAGES = 20;

/** The languages of a tag's value, such as `nl, en` or `Deutsch/English`, in lower case. */
export const languagesOf = (value: unknown): string[] =>
  String(value ?? '')
    .toLowerCase()
    .split(/[\s,;/|+&]+/)
    .filter(Boolean)
    .slice(0, MAX_LANGUAGES);

/** A finding where a guide speaks none of the languages of an order; nothing where either is unknown. */
export function unspoken<J extends TimedJob>(job: J, { languages: spoken }: Worker): Clash<J>[] {
  if (job.task !== 'guide' || job.languages.length === 0 || !spoken) return [];
  if (job.languages.some((language) => spoken.includes(language))) return [];
  const { personId, languages } = job;
  return [
    { kind: 'language', severity: 'impossible', personId, jobs: [job], wanted: [...languages], spoken: [...spoken] },
  ];
}
