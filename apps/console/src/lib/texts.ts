import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { type Language, languageOf } from './locale.ts';

/**
 * The catalogues beside `common`, with the folders in `features` whose texts each has; a folder in one of them may belong
 * to another. The texts of all other folders are in `common`, which every page loads.
 */
export const CATALOGUES = {
  audit: ['audit'],
  batches: ['batches'],
  catalogue: ['catalogue'],
  crew: ['crew', 'crew-links'],
  dispatch: ['dispatch'],
  mailbox: ['mailbox'],
  // What is shown of one order, so that the list loads less.
  order: [
    'orders/cancel',
    'orders/edit',
    'orders/history',
    'orders/new',
    'orders/page',
    'orders/partner',
    'orders/rebook',
    'orders/sale',
  ],
  orders: ['orders'],
  overview: ['overview'],
  people: ['people'],
  tags: ['tags'],
  webhooks: ['webhooks'],
} as const;

/** The catalogues' names. */
export type Area = 'common' | keyof typeof CATALOGUES;

/** The texts that are loaded, by language; all instances of a language hold this one object. */
const loaded: Record<Language, Messages> = { en: {}, nl: {}, de: {} };
const instances = new Map<string, I18n>();

/**
 * Makes the texts of a catalogue available, also to instances that exist. Not by `load` of an instance, which renders all
 * shown texts again: none of them is in a catalogue that was not loaded yet (`Texts`).
 */
export function addTexts(language: Language, messages: Messages): void {
  Object.assign(loaded[language], messages);
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
