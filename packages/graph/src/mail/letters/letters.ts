import { oneLine } from '../../shared/text.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import type { Letter, LetterFacts, LetterPurpose, Letters, Words } from './letter-facts.ts';
import { nl } from './nl.ts';

/* All texts of mails to people. Those to the operator, who reads English logs as well, are in `operator.ts`. */

const LANGUAGES: Readonly<Record<string, Letters>> = { en, nl, de };

/** ISO 639-1 codes of the languages that have letters. */
export const LETTER_LANGUAGES: readonly string[] = Object.keys(LANGUAGES);

/** Maximum characters of a name in a letter. */
const LONGEST = 200;

/**
 * The letter of a purpose, in the first of the languages that has letters, else in English.
 *
 * @param languages ISO 639-1 codes, the preferred one first
 * @param timeZone IANA time zone of its instants
 */
export function letterOf<P extends LetterPurpose>(
  purpose: P,
  facts: LetterFacts[P],
  { languages, timeZone }: { languages: readonly string[]; timeZone: string },
): Letter {
  const code = languages.find((each) => Object.hasOwn(LANGUAGES, each));
  const { locale, write } = (code === undefined ? undefined : LANGUAGES[code]) ?? en;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone });
  const wordOf = (name: string, value: unknown): string => {
    if (value instanceof Date) return `${format.format(value)} (${timeZone})`;
    const line = oneLine(String(value));
    return name === 'url' ? line : shortened(line);
  };
  const words = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, wordOf(name, value)]));
  // Each fact has become its word.
  const { subject, text } = write[purpose](words as Words<P>);
  return { subject: oneLine(subject), text };
}

const shortened = (text: string): string => {
  const characters = [...text];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : text;
};
