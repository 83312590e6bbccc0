import type { ReactNode, Ref } from 'react';
import classes from './list-table.module.css';

type ScrollBoxProps = {
  label: string;
  children: ReactNode;
  ref?: Ref<HTMLElement>;
  /** Replaces the default class, which scrolls horizontally: it must set `overflow` and `position: relative`. */
  className?: string | undefined;
  /** `group` for what is no landmark of the page. */
  role?: 'group';
};

/** Makes content that is larger than its box scrollable, also by keyboard. */
export function ScrollBox({ label, children, ref, className = classes.scroll, role }: ScrollBoxProps) {
  return (
    <section ref={ref} className={className} role={role} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
