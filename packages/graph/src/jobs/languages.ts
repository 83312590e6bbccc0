import type { Clash, Group, TimedJob, Worker } from './clash-types.ts';

const MAX_LANGUAGES = 20;

/** The languages of a tag's value, such as `nl, en` or `de-AT/en-GB`: in lower case, without regions. */
export const languagesOf = (value: unknown): string[] => [
  ...new Set(
    String(value ?? '')
      .toLowerCase()
      .split(/[\s,;/|+&]+/)
      .map((language) => language.replace(/[-_].*$/, ''))
      .filter(Boolean)
      .slice(0, MAX_LANGUAGES),
  ),
];

const isCode = (language: string) => /^[a-z]{2,3}$/.test(language);

/**
 * A finding where a guide speaks none of the languages of orders; nothing where either is unknown. Names are not compared
 * with codes.
 */
export function unspoken<J extends TimedJob>(group: Group<J>, { languages: spoken }: Worker): Clash<J>[] {
  const [first] = group;
  if (first.task !== 'guide' || !spoken) return [];
  const clashes: Clash<J>[] = [];
  const byLanguages = Map.groupBy(group, ({ languages }) => languages.join());
  for (const jobs of byLanguages.values()) {
    const [one, ...others] = jobs;
    if (!one || one.languages.length === 0 || one.languages.some((language) => spoken.includes(language))) continue;
    const severity = [...one.languages, ...spoken].every(isCode) ? 'impossible' : 'unknown';
    const of = { personId: one.personId, groups: [[one, ...others] as const] };
    clashes.push({ kind: 'language', severity, ...of, wanted: [...one.languages], spoken: [...spoken] });
  }
  return clashes;
}
