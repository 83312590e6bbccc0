'use client';

import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import { useLocale } from '#components/regional.tsx';
import { Texts } from '#components/texts.tsx';
import { textsFor } from '#lib/texts.ts';

/** Provides the console's texts in the reader's language. */
export function TextsProvider({ children }: { children: ReactNode }) {
  return (
    <Texts of={['common']}>
      <I18nProvider i18n={textsFor(useLocale())}>{children}</I18nProvider>
    </Texts>
  );
}
