import { describe, expect, it } from 'vitest';
import type { LetterFacts, LetterPurpose } from './letter-facts.ts';
import { LETTER_LANGUAGES, letterOf } from './letters.ts';
import { operatorLetter } from './operator.ts';

const HOSTILE = 'Ann\r\nBcc: all@example.com\r\n\r\n\u2028\u2029\u0000\u0085<b>Pay here</b>';
const URL_OF = 'https://console.example/welcome?token=1%7Csecret';
const AT = new Date('2026-06-01T10:00:00Z');

const FACTS: LetterFacts = {
  crewLink: { person: HOSTILE, organization: HOSTILE, url: URL_OF, until: AT },
  invitation: { person: HOSTILE, organization: HOSTILE, username: HOSTILE, url: URL_OF, until: AT },
  passwordReset: { person: HOSTILE, username: HOSTILE, url: URL_OF, until: AT },
  passwordRequest: { person: HOSTILE, username: HOSTILE, url: URL_OF, until: AT },
  endpointFailing: { person: HOSTILE, organization: HOSTILE, receiver: HOSTILE, url: URL_OF, since: AT, days: '5' },
  endpointDisabled: { person: HOSTILE, organization: HOSTILE, receiver: HOSTILE, url: URL_OF, days: '5' },
};
const PURPOSES = Object.keys(FACTS) as LetterPurpose[];
const CASES = LETTER_LANGUAGES.flatMap((language) => PURPOSES.map((purpose) => ({ language, purpose })));

const written = (purpose: LetterPurpose, languages: string[], facts: LetterFacts[LetterPurpose] = FACTS[purpose]) =>
  letterOf(purpose, facts, { languages, timeZone: 'Europe/Amsterdam' });

describe.each(CASES)('$purpose in $language', ({ purpose, language }) => {
  const { subject, text } = written(purpose, [language]);

  it('has a subject of one line, and lines of its own alone', () => {
    expect(subject).toMatch(/^\P{Cc}{5,}$/u);
    expect(text.replaceAll('\n', '')).toMatch(/^\P{Cc}+$/u);
    expect(text).not.toMatch(/[\u2028\u2029]|^\s*Bcc:/mu);
    expect(text.split('\n')[0]).toContain('Ann Bcc: all@example.com');
  });

  it('has the address on a line of its own, and no word without a value', () => {
    expect(text.split('\n')).toContain(URL_OF);
    expect(`${subject}${text}`).not.toMatch(/undefined|null|\[object|NaN|\$\{/);
    expect(text.endsWith('\n')).toBe(true);
  });

  it('is shortened where a name is very long', () => {
    const long = 'ü'.repeat(50_000);
    const facts = Object.fromEntries(
      Object.entries(FACTS[purpose]).map(([name, value]) => [name, value === HOSTILE ? long : value]),
    ) as LetterFacts[LetterPurpose];
    const letter = written(purpose, [language], facts);
    expect(letter.subject.length).toBeLessThan(600);
    expect(letter.text.length).toBeLessThan(3_000);
  });
});

it('differs in each language', () => {
  for (const purpose of PURPOSES)
    expect(new Set(LETTER_LANGUAGES.map((language) => written(purpose, [language]).text)).size).toBe(3);
});

it('takes the first language that it has, else English', () => {
  const text = (languages: string[]) => written('passwordRequest', languages).subject;
  expect(text(['fr', 'de', 'nl'])).toBe('Neues Passwort setzen');
  for (const none of [[], ['fr'], ['toString'], ['__proto__']]) expect(text(none)).toBe('Set a new password');
});

it('names the day in the time zone of the reader', () => {
  expect(written('passwordRequest', ['de']).text).toContain('Montag, 1. Juni 2026 um 12:00 (Europe/Amsterdam)');
});

it('says why an endpoint was switched off', () => {
  const gone = { ...FACTS.endpointDisabled, days: '' };
  for (const language of LETTER_LANGUAGES) {
    expect(written('endpointDisabled', [language], gone).text).toContain('410 Gone');
    expect(written('endpointDisabled', [language]).text).toMatch(/5 (days|dagen|Tage)/);
  }
});

describe('a letter to the operator', () => {
  const PURPOSES_OF_OPERATOR = ['backupFailed', 'drillFailed', 'placesUnbalanced', 'queueStuck'] as const;

  it.each(PURPOSES_OF_OPERATOR)('%s has a subject of one line, and plain lines', (purpose) => {
    const { subject, text } = operatorLetter(purpose, 'https://console.example', HOSTILE);
    expect(subject).toMatch(/^console\.example: \P{Cc}+$/u);
    expect(text.replaceAll('\n', '')).toMatch(/^\P{Cc}+$/u);
    expect(text).not.toMatch(/[\u2028\u2029]/);
  });

  it('leaves out logins of addresses, and what is too long', () => {
    const details = `postgres://channel:pa%3Ass@db.example/channel refused, s3://key:se@cret@bucket\n${'x'.repeat(9_000)}`;
    const { text } = operatorLetter('backupFailed', 'https://console.example', details);
    expect(text).toContain('postgres://db.example/channel refused, s3://bucket\n');
    expect(text).not.toMatch(/pa%3Ass|cret|key:/);
    expect(text.length).toBeLessThan(2_600);
  });
});
