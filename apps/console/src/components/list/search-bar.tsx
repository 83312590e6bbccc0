'use client';

import { Group, type GroupProps } from '@mantine/core';
import { useRef } from 'react';
import { useEarlyInput } from '../early-input.ts';

/** The search and the filters of a list. */
export function SearchBar(props: GroupProps) {
  const bar = useRef<HTMLDivElement>(null);
  useEarlyInput(bar);
  return <Group ref={bar} role="search" {...props} />;
}
