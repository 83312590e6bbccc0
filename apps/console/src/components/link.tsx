'use client';

import NextLink, { useLinkStatus } from 'next/link';
import type { ComponentProps } from 'react';
import classes from './link.module.css';

/**
 * A link to a page of the console. It is not prefetched: Next would request the page of each visible link twice, which
 * blocks a page with a list while it becomes interactive. The former page stays until the new one is complete; a bar
 * shows that it is being loaded if that takes a moment.
 */
export function Link({ children, ...props }: Omit<ComponentProps<typeof NextLink>, 'prefetch'>) {
  return (
    <NextLink {...props} prefetch={false}>
      {children}
      <LoadingBar />
    </NextLink>
  );
}

function LoadingBar() {
  const { pending } = useLinkStatus();
  return pending && <span className={classes.bar} data-loading aria-hidden />;
}
