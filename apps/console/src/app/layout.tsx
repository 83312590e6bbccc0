import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import './global.css';

import { t } from '@lingui/core/macro';
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { RegionalProvider } from '#components/regional.tsx';
import { keepEarlyKeys, SINGLE_KEYS } from '#lib/early-keys.ts';
import { visitorLocale, visitorTexts } from '#lib/server/texts.ts';
import { Providers } from './providers.tsx';

const EARLY_KEYS = `(${keepEarlyKeys})(${JSON.stringify(SINGLE_KEYS)})`;

export async function generateMetadata(): Promise<Metadata> {
  const i18n = await visitorTexts();
  const name = t(i18n)`Channel console`;
  return { title: { default: name, template: `%s · ${name}` }, robots: { index: false, follow: false } };
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  width: 'device-width',
  initialScale: 1,
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const visitor = await headers();
  const nonce = visitor.get('x-nonce') ?? undefined;
  const locale = await visitorLocale();
  return (
    <html lang={locale} {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a function of our own
          dangerouslySetInnerHTML={{ __html: EARLY_KEYS }}
        />
      </head>
      <body>
        <RegionalProvider locale={locale}>
          <Providers>{children}</Providers>
        </RegionalProvider>
      </body>
    </html>
  );
}
