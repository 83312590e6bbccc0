import de from './de.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };

/**
 * The texts of expected errors in other languages than English, by the English text. `{}` stands for a value; a
 * translation has the values in the same order, or names them by their place from 1: `{2}`.
 */
const CATALOGUES: Readonly<Record<string, Readonly<Record<string, string>>>> = { nl, de };

type Pattern = { regex: RegExp; translation: string };

/** The texts with values as patterns, those with the most text first: they say most exactly what they match. */
const patterns = new Map(
  Object.entries(CATALOGUES).map(([language, texts]) => [
    language,
    Object.entries(texts)
      .filter(([text]) => text.includes('{}'))
      .sort(([one], [other]) => other.length - one.length)
      .map(([text, translation]): Pattern => ({ regex: patternOf(text), translation })),
  ]),
);

function patternOf(text: string): RegExp {
  const literals = text.split('{}').map((literal) => literal.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${literals.join('(.*?)')}$`, 's');
}

/** Longer texts hold long values, and are not compared with the patterns. */
const MAX_LENGTH = 2_000;

/**
 * The text of an expected error in a language. Values that are texts of errors themselves, such as the name of a
 * resource, are translated, too.
 *
 * @param language ISO 639-1 code; the text stays English where it is not translated
 */
export function refusalText(text: string, language: string): string {
  const known = Object.hasOwn(CATALOGUES, language) ? CATALOGUES[language] : undefined;
  if (!known) return text;
  if (Object.hasOwn(known, text)) return known[text] ?? text;
  if (text.length > MAX_LENGTH) return text;
  for (const { regex, translation } of patterns.get(language) ?? []) {
    const values = regex.exec(text)?.slice(1);
    if (values)
      return filled(
        translation,
        values.map((value) => (Object.hasOwn(known, value) ? (known[value] ?? value) : value)),
      );
  }
  return text;
}

function filled(translation: string, values: readonly string[]): string {
  let place = 0;
  return translation.replaceAll(
    /\{(\d*)\}/g,
    (_hole, named: string) => values[named ? Number(named) - 1 : place++] ?? '',
  );
}
