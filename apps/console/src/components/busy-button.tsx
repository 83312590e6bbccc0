'use client';

import { Button, type ButtonProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type ComponentPropsWithRef, useEffect, useRef } from 'react';

type BusyButtonProps = ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>;

/**
 * A button that can't be pressed while it is `loading`. If it had the focus, it has it again afterwards: browsers take
 * the focus from a disabled button.
 */
export function BusyButton({ loading = false, ref, onFocus, onBlur, ...props }: BusyButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const merged = useMergedRef(button, ref);
  const hasFocus = useRef(false);
  useEffect(() => {
    if (!loading && hasFocus.current && document.activeElement === document.body) button.current?.focus();
  }, [loading]);
  return (
    <Button
      {...props}
      ref={merged}
      loading={loading}
      onFocus={(event) => {
        hasFocus.current = true;
        onFocus?.(event);
      }}
      onBlur={(event) => {
        hasFocus.current = event.currentTarget.disabled;
        onBlur?.(event);
      }}
    />
  );
}
