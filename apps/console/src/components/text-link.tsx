'use client';

import { Anchor } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';

/** A link in a text to a page of the console, without prefetching. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor
      component={Link}
      href={href}
      prefetch={false}
      inherit
      underline="always"
      style={{ overflowWrap: 'anywhere' }}
    >
      {children}
    </Anchor>
  );
}
