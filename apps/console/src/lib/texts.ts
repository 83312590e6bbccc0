import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { type Language, languageOf } from './locale.ts';

/** The features with a catalogue of their own. The texts of all others are in `common`, which every page loads. */
export const FEATURES_WITH_TEXTS = [
  'audit',
  'batches',
  'catalogue',
  'dispatch',
  'orders',
  'people',
  'tags',
  'webhooks',
] as const;

/** The catalogues' names. */
export type Area = 'common' | (typeof FEATURES_WITH_TEXTS)[number];

/** The texts that are loaded, by language; all instances of a language share them. */
const loaded: Record<Language, Messages> = { en: {}, nl: {}, de: {} };
const instances = new Map<string, I18n>();

/** Makes the texts of a catalogue available, also to instances that exist. */
export function addTexts(language: Language, messages: Messages): void {
  Object.assign(loaded[language], messages);
  for (const [locale, i18n] of instances) if (languageOf(locale) === language) i18n.load(language, messages);
}

/** The texts in the language of a locale: one instance for each locale. */
export function textsFor(locale: string): I18n {
  let i18n = instances.get(locale);
  if (!i18n) {
    const language = languageOf(locale);
    i18n = setupI18n({ locale: language, locales: [locale], messages: { [language]: loaded[language] } });
    instances.set(locale, i18n);
  }
  return i18n;
}
