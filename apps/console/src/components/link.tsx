'use client';

import NextLink from 'next/link';
import type { ComponentProps } from 'react';

/**
 * A link to a page of the console. It is not prefetched: Next would request the page of each visible link twice, which
 * blocks a page with a list while it becomes interactive.
 */
export function Link(props: Omit<ComponentProps<typeof NextLink>, 'prefetch'>) {
  return <NextLink {...props} prefetch={false} />;
}
