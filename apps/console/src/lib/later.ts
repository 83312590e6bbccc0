'use client';

import dynamic from 'next/dynamic';
import type { ComponentType } from 'react';

/** Milliseconds after which a page that was opened has loaded what it shows. */
const OPENED_MS = 2_000;

/**
 * A component that is loaded some time after the page, or when it is rendered, whichever is first. For forms whose menus
 * are large modules: no page waits for them, and they open without the network.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  if (typeof window !== 'undefined') setTimeout(() => void load().catch(() => {}), OPENED_MS);
  return dynamic(load, { ssr: false });
}
