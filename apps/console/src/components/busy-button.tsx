'use client';

import { Button, type ButtonProps } from '@mantine/core';
import { type ComponentPropsWithoutRef, useEffect, useRef } from 'react';

type BusyButtonProps = ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>;

/**
 * A button that can't be pressed while it is `loading`, and has the focus again afterwards: browsers take it from a
 * disabled button.
 */
export function BusyButton({ loading = false, ...props }: BusyButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !loading && document.activeElement === document.body) button.current?.focus();
    wasBusy.current = loading === true;
  }, [loading]);
  return <Button ref={button} loading={loading} {...props} />;
}
