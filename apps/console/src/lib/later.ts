'use client';

import dynamic from 'next/dynamic';
import type { ComponentType } from 'react';

/**
 * A component that is loaded when the page has nothing else to do, or when it is rendered, whichever is first. For forms
 * whose menus are large modules: no page waits for them, and they open without the network.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  if (typeof window !== 'undefined') whenIdle(() => void load().catch(() => {}));
  return dynamic(load, { ssr: false });
}

/** Safari has no `requestIdleCallback`. */
function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(act);
  else setTimeout(act, 1_000);
}
