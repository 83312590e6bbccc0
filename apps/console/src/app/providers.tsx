'use client';

import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useState } from 'react';
import { createQueryClient } from '#lib/query-client.ts';
import { loginPath } from '#lib/safe-path.ts';
import { cssVariablesResolver, theme } from '../theme.ts';

/** What every screen relies on. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(() => createQueryClient(toLogin));
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <QueryClientProvider client={client}>
        <NuqsAdapter>{children}</NuqsAdapter>
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Loads the page anew, so that nothing of the former user stays in memory. */
function toLogin(): void {
  const { pathname, search } = window.location;
  window.location.assign(loginPath(`${pathname}${search}`));
}
