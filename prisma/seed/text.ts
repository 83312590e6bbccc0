/** A text in the languages of the demo world: English, Dutch, German. */
export type Text = readonly [en: string, nl: string, de: string];

/** The default text of a record, and in `translations` the same members in the other languages. */
export function inLanguages<Members extends Record<string, Text | readonly Text[] | null>>(members: Members) {
  return { ...defaults(members), translations: { nl: translation(members, 1), de: translation(members, 2) } };
}

type Plain<Member> = Member extends Text ? string : Member extends readonly Text[] ? string[] : null;
type Defaults<Members> = { [Name in keyof Members]: Plain<Members[Name]> };

function defaults<Members extends Record<string, Text | readonly Text[] | null>>(members: Members): Defaults<Members> {
  return Object.fromEntries(Object.entries(members).map(([name, text]) => [name, pick(text, 0)])) as Defaults<Members>;
}

function translation(members: Record<string, Text | readonly Text[] | null>, language: 1 | 2) {
  const texts: Record<string, string | string[]> = {};
  for (const [name, text] of Object.entries(members)) {
    const translated = pick(text, language);
    if (translated !== null) texts[name] = translated;
  }
  return texts;
}

function pick(text: Text | readonly Text[] | null, language: 0 | 1 | 2): string | string[] | null {
  if (text === null) return null;
  return isText(text) ? text[language] : text.map((each) => each[language]);
}

const isText = (text: Text | readonly Text[]): text is Text => typeof text[0] === 'string';

/** Several texts joined in sequence. */
export function sentences(texts: readonly Text[]): Text {
  const join = (language: 0 | 1 | 2) => texts.map((text) => text[language]).join(' ');
  return [join(0), join(1), join(2)];
}

/** A text of digits and proper names only, equal in all languages. */
export const same = (text: string): Text => [text, text, text];
