/** The languages of the console's texts, with the locale of a reader whose region is unknown. */
export const LANGUAGES = { en: 'en-GB', nl: 'nl-NL', de: 'de-DE' } as const;

/** ISO 639-1 code of a language of the console's texts. */
export type Language = keyof typeof LANGUAGES;

/** The header by which the proxy tells the pages the locale of their reader. */
export const LOCALE_HEADER = 'x-console-locale';

/** Maximum number of languages read from the header, as in the API. */
const MAX_LANGUAGES = 10;

export const isLanguage = (code: unknown): code is Language =>
  typeof code === 'string' && Object.hasOwn(LANGUAGES, code);

/** The language of the texts for a locale. */
export function languageOf(locale: string): Language {
  const [code] = locale.split('-');
  return isLanguage(code) ? code : 'en';
}

/**
 * The locale of texts, dates and amounts: in the language that the reader chose, else in the first one of
 * `Accept-Language` by weight that the console has, with the region that the browser names.
 */
export function preferredLocale(chosen: string | null | undefined, acceptLanguage: string | null): string {
  const offered = localesIn(acceptLanguage).filter((locale) => isLanguage(locale.language));
  const preferred = isLanguage(chosen) ? offered.find(({ language }) => language === chosen) : offered[0];
  const language = isLanguage(chosen) ? chosen : languageOf(preferred?.language ?? 'en');
  return preferred?.region ? `${language}-${preferred.region}` : LANGUAGES[language];
}

function localesIn(acceptLanguage: string | null): Intl.Locale[] {
  const ranges = (acceptLanguage ?? '').split(',', MAX_LANGUAGES).map((range) => {
    const [tag = '', quality = 'q=1'] = range.split(';').map((part) => part.trim());
    return { tag, weight: Number(quality.replace(/^q=/i, '')) || 0 };
  });
  return ranges
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .flatMap(({ tag }) => {
      try {
        return [new Intl.Locale(tag)];
      } catch {
        return [];
      }
    });
}
