import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import './global.css';

import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { RegionalProvider } from '#components/regional.tsx';
import { preferredLocale } from '#lib/locale.ts';
import { Providers } from './providers.tsx';

export const metadata: Metadata = {
  title: { default: 'Channel console', template: '%s · Channel console' },
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  colorScheme: 'light dark',
  width: 'device-width',
  initialScale: 1,
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const visitor = await headers();
  return (
    <html lang="en" {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript defaultColorScheme="auto" nonce={visitor.get('x-nonce') ?? undefined} />
      </head>
      <body>
        <RegionalProvider locale={preferredLocale(visitor.get('accept-language'))}>
          <Providers>{children}</Providers>
        </RegionalProvider>
      </body>
    </html>
  );
}
