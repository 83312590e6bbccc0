import { oneLine } from '../../shared/text.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { nl } from './nl.ts';

/* All texts of mails to people. Those to the operator, who reads English logs as well, are in `operator.ts`. */

/** A mail as it is read. */
export type Letter = { subject: string; text: string };

/** What each letter needs to say. Instants are formatted for the language; the other values are texts of one line. */
export type LetterFacts = {
  /** The personal link to the page of the crew. */
  crewLink: { person: string; organization: string; url: string; until: Date };
  /** The link to set the password of a new account. */
  invitation: { person: string; organization: string; username: string; url: string; until: Date };
  /** The link to set a password, after an administrator has reset it. */
  passwordReset: { person: string; username: string; url: string; until: Date };
  /** The link that the person requested at the login page. */
  passwordRequest: { person: string; username: string; url: string; until: Date };
  /** `receiver` is the host of the endpoint, because the rest of its address may hold secrets. */
  endpointFailing: { person: string; organization: string; receiver: string; url: string; since: Date; days: string };
  /** `days` is empty where the receiver answered 410 Gone. */
  endpointDisabled: { person: string; organization: string; receiver: string; url: string; days: string };
};

export type LetterPurpose = keyof LetterFacts;

/** The facts as the sentences have them. */
export type Words<P extends LetterPurpose> = { [F in keyof LetterFacts[P]]: string };

/** The letters of a language. */
export type Letters = { locale: string; write: { [P in LetterPurpose]: (words: Words<P>) => Letter } };

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
