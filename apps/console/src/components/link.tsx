'use client';

import NextLink, { useLinkStatus } from 'next/link';
import type { ComponentProps } from 'react';
import { useLoadingSign } from '#lib/loading-sign.ts';

/**
 * A link to a page of the console. It is not prefetched: Next would request the page of each visible link twice, which
 * blocks a page with a list while it becomes interactive. The former page stays until the new one is complete.
 */
export function Link({ children, ...props }: Omit<ComponentProps<typeof NextLink>, 'prefetch'>) {
  return (
    <NextLink {...props} prefetch={false}>
      {children}
      <Followed />
    </NextLink>
  );
}

function Followed() {
  useLoadingSign(useLinkStatus().pending);
  return null;
}
