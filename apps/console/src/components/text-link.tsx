'use client';

import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from '#components/link.tsx';

/** A link in a text to a page of the console. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor component={Link} href={href} inherit underline="always" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Anchor>
  );
}
