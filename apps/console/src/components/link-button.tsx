'use client';

import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from '#components/link.tsx';

/** A link to a page of the console that looks like a button. */
export function LinkButton({ href, children, ...props }: { href: string; children: ReactNode } & ButtonProps) {
  return (
    <Button component={Link} href={href} variant="default" {...props}>
      {children}
    </Button>
  );
}
