'use client';

import type { Messages } from '@lingui/core';
import dynamic from 'next/dynamic';
import type { ComponentType, ReactNode } from 'react';
import { type Language, languageOf } from '#lib/locale.ts';
import { type Area, addTexts } from '#lib/texts.ts';
import { useLocale } from './regional.tsx';

type Content = ComponentType<{ children: ReactNode }>;

function withTexts(language: Language, messages: Messages): Content {
  addTexts(language, messages);
  return ({ children }) => children;
}

/** Shows its content as soon as the catalogue is loaded. Next finds the files by their names in the calls. */
const LOADED: Record<Area, Record<Language, Content>> = {
  common: {
    en: dynamic(() => import('../texts/common/en.ts').then(({ messages }) => withTexts('en', messages))),
    nl: dynamic(() => import('../texts/common/nl.ts').then(({ messages }) => withTexts('nl', messages))),
    de: dynamic(() => import('../texts/common/de.ts').then(({ messages }) => withTexts('de', messages))),
  },
  audit: {
    en: dynamic(() => import('../texts/audit/en.ts').then(({ messages }) => withTexts('en', messages))),
    nl: dynamic(() => import('../texts/audit/nl.ts').then(({ messages }) => withTexts('nl', messages))),
    de: dynamic(() => import('../texts/audit/de.ts').then(({ messages }) => withTexts('de', messages))),
  },
  batches: {
    en: dynamic(() => import('../texts/batches/en.ts').then(({ messages }) => withTexts('en', messages))),
    nl: dynamic(() => import('../texts/batches/nl.ts').then(({ messages }) => withTexts('nl', messages))),
    de: dynamic(() => import('../texts/batches/de.ts').then(({ messages }) => withTexts('de', messages))),
  },
  catalogue: {
    en: dynamic(() => import('../texts/catalogue/en.ts').then(({ messages }) => withTexts('en', messages))),
    nl: dynamic(() => import('../texts/catalogue/nl.ts').then(({ messages }) => withTexts('nl', messages))),
    de: dynamic(() => import('../texts/catalogue/de.ts').then(({ messages }) => withTexts('de', messages))),
  },
  crew: {
    en: dynamic(() => import('../texts/crew/en.ts').then(({ messages }) => withTexts('en', messages))),
    nl: dynamic(() => import('../texts/crew/nl.ts').then(({ messages }) => withTexts('nl', messages))),
    de: dynamic(() => import('../texts/crew/de.ts').then(({ messages }) => withTexts('de', messages))),
  },
  dispatch: {
    en: dynamic(() => import('../texts/dispatch/en.ts').then(({ messages }) => withTexts('en', messages))),
    nl: dynamic(() => import('../texts/dispatch/nl.ts').then(({ messages }) => withTexts('nl', messages))),
    de: dynamic(() => import('../texts/dispatch/de.ts').then(({ messages }) => withTexts('de', messages))),
  },
  mailbox: {
    en: dynamic(() => import('../texts/mailbox/en.ts').then(({ messages }) => withTexts('en', messages))),
    nl: dynamic(() => import('../texts/mailbox/nl.ts').then(({ messages }) => withTexts('nl', messages))),
    de: dynamic(() => import('../texts/mailbox/de.ts').then(({ messages }) => withTexts('de', messages))),
  },
  order: {
    en: dynamic(() => import('../texts/order/en.ts').then(({ messages }) => withTexts('en', messages))),
    nl: dynamic(() => import('../texts/order/nl.ts').then(({ messages }) => withTexts('nl', messages))),
    de: dynamic(() => import('../texts/order/de.ts').then(({ messages }) => withTexts('de', messages))),
  },
  orders: {
    en: dynamic(() => import('../texts/orders/en.ts').then(({ messages }) => withTexts('en', messages))),
    nl: dynamic(() => import('../texts/orders/nl.ts').then(({ messages }) => withTexts('nl', messages))),
    de: dynamic(() => import('../texts/orders/de.ts').then(({ messages }) => withTexts('de', messages))),
  },
  overview: {
    en: dynamic(() => import('../texts/overview/en.ts').then(({ messages }) => withTexts('en', messages))),
    nl: dynamic(() => import('../texts/overview/nl.ts').then(({ messages }) => withTexts('nl', messages))),
    de: dynamic(() => import('../texts/overview/de.ts').then(({ messages }) => withTexts('de', messages))),
  },
  people: {
    en: dynamic(() => import('../texts/people/en.ts').then(({ messages }) => withTexts('en', messages))),
    nl: dynamic(() => import('../texts/people/nl.ts').then(({ messages }) => withTexts('nl', messages))),
    de: dynamic(() => import('../texts/people/de.ts').then(({ messages }) => withTexts('de', messages))),
  },
  tags: {
    en: dynamic(() => import('../texts/tags/en.ts').then(({ messages }) => withTexts('en', messages))),
    nl: dynamic(() => import('../texts/tags/nl.ts').then(({ messages }) => withTexts('nl', messages))),
    de: dynamic(() => import('../texts/tags/de.ts').then(({ messages }) => withTexts('de', messages))),
  },
  webhooks: {
    en: dynamic(() => import('../texts/webhooks/en.ts').then(({ messages }) => withTexts('en', messages))),
    nl: dynamic(() => import('../texts/webhooks/nl.ts').then(({ messages }) => withTexts('nl', messages))),
    de: dynamic(() => import('../texts/webhooks/de.ts').then(({ messages }) => withTexts('de', messages))),
  },
};

type TextsProps = { of: readonly Area[]; children: ReactNode };

/** Loads catalogues in the reader's language for its content. */
export function Texts({ of: areas, children }: TextsProps) {
  const [area, ...others] = areas;
  const language = languageOf(useLocale());
  if (!area) return children;
  const Loaded = LOADED[area][language];
  return (
    <Loaded>
      <Texts of={others}>{children}</Texts>
    </Loaded>
  );
}
