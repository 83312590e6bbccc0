'use client';

import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useState } from 'react';
import { ConfirmHost } from '#components/confirm/confirm-host.tsx';
import { Notices } from '#components/notices.tsx';
import { createQueryClient } from '#lib/query-client.ts';
import { cssVariablesResolver, theme } from '../theme.ts';
import { TextsProvider } from './texts-provider.tsx';

/** The providers for all screens. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <QueryClientProvider client={client}>
        <TextsProvider>
          <NuqsAdapter>{children}</NuqsAdapter>
          <Notices />
          <ConfirmHost />
        </TextsProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
