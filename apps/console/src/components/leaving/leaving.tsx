'use client';

import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { beforeLeaving, leave } from '#lib/leaving.ts';
import { confirm } from '../confirm/confirm.ts';
import { holdTraversals } from './hold-traversals.ts';
import { usePush } from './use-push.ts';
import { hasUnsaved, isKept } from './use-unsaved.ts';

/** Asks about unsaved changes before the page is left by a link, by Back and Forward, or by `useGo`. Mounted once. */
export function Leaving() {
  const push = usePush();
  const { t } = useLingui();
  const question = useEffectEvent(() => ({
    title: t`Leave without saving?`,
    body: isKept()
      ? t`What you changed on this page has not been saved. In this window, it is here again when you come back.`
      : t`What you changed on this page has not been saved.`,
    action: t`Leave`,
    isDangerous: !isKept(),
  }));
  // Once: the router listens to the same events, and browsers call listeners of the window in the order of their making.
  useEffect(() => {
    const ask = () => confirm(question());
    const stopAsking = beforeLeaving(() => (hasUnsaved() ? ask() : undefined));
    const stopHolding = holdTraversals(hasUnsaved, ask);
    return () => {
      stopAsking();
      stopHolding();
    };
  }, []);
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const href = targetOf(event);
      const pending = href && leave();
      if (!pending) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      void pending.then((isLeaving) => isLeaving && push(href));
    };
    window.addEventListener('click', follow, { capture: true });
    return () => window.removeEventListener('click', follow, { capture: true });
  }, [push]);
  return null;
}

/** The page of the console that a click opens in this tab; undefined if it opens none. */
function targetOf({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): string | undefined {
  if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return undefined;
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link?.href || link.target === '_blank' || link.hasAttribute('download')) return undefined;
  const { origin, pathname, search } = new URL(link.href);
  const isHere = pathname === window.location.pathname && search === window.location.search;
  return origin === window.location.origin && !isHere ? link.href.slice(origin.length) : undefined;
}
