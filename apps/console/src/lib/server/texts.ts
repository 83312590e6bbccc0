import type { I18n, MessageDescriptor } from '@lingui/core';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { messages as de } from '../../texts/common/de.ts';
import { messages as en } from '../../texts/common/en.ts';
import { messages as nl } from '../../texts/common/nl.ts';
import { LANGUAGES, LOCALE_HEADER } from '../locale.ts';
import { addTexts, textsFor } from '../texts.ts';

addTexts('en', en);
addTexts('nl', nl);
addTexts('de', de);

/** The locale of the visitor whose page is being rendered. */
export const visitorLocale = async (): Promise<string> => (await headers()).get(LOCALE_HEADER) ?? LANGUAGES.en;

/** The texts in the visitor's language, for server components: those of the catalogue `common`. */
export const visitorTexts = async (): Promise<I18n> => textsFor(await visitorLocale());

/** The `generateMetadata` of a page with this title. */
export const titled =
  (title: MessageDescriptor, more: Metadata = {}) =>
  async (): Promise<Metadata> => ({ ...more, title: (await visitorTexts())._(title) });
