'use client';

import { type RefObject, useEffect, useState } from 'react';
import classes from './orders-table.module.css';

type Shown = { top: number; texts: string[] };

/** Shows in full those texts of a row that do not fit their cells, while the pointer or the focus is on the row. */
export function FullTexts({ box }: { box: RefObject<HTMLElement | null> }) {
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const hide = () => setShown(undefined);
    const show = ({ target }: Event) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('tbody tr') : null;
      const texts = row ? clippedTexts(row) : [];
      setShown(row && texts.length > 0 ? { top: row.offsetTop + row.offsetHeight, texts } : undefined);
    };
    const dismiss = ({ key }: KeyboardEvent) => key === 'Escape' && hide();
    element.addEventListener('mouseover', show);
    element.addEventListener('focusin', show);
    element.addEventListener('mouseleave', hide);
    element.addEventListener('focusout', hide);
    element.addEventListener('keydown', dismiss);
    return () => {
      element.removeEventListener('mouseover', show);
      element.removeEventListener('focusin', show);
      element.removeEventListener('mouseleave', hide);
      element.removeEventListener('focusout', hide);
      element.removeEventListener('keydown', dismiss);
    };
  }, [box]);
  return (
    shown && (
      <div role="tooltip" className={classes.full} style={{ top: shown.top }}>
        {shown.texts.join(' · ')}
      </div>
    )
  );
}

const clippedTexts = (row: HTMLElement): string[] =>
  [...row.querySelectorAll<HTMLElement>('[data-text]')]
    .filter(
      ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
        scrollWidth > clientWidth || scrollHeight > clientHeight,
    )
    .map(({ textContent }) => textContent);
