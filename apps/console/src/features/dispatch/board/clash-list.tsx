'use client';

import { Hint } from '#components/hint.tsx';
import { useLocale } from '#components/regional.tsx';
import type { Board } from '../board-query.ts';
import { clashText } from './card-text.ts';

/** The list of clashes of the days shown. */
export function ClashList({ board }: { board: Board }) {
  const locale = useLocale();
  const { clashes } = board;
  if (clashes.length === 0) return null;
  return (
    <section aria-label="Clashes" style={{ marginBottom: 16 }}>
      <Hint kind="clash" title={clashes.length === 1 ? '1 clash' : `${clashes.length} clashes`}>
        <ul style={{ margin: 0, paddingInlineStart: 18 }}>
          {clashes.map((clash) => (
            <li key={clash.jobs.map(({ id }) => id).join()} suppressHydrationWarning>
              {clashText(board, clash, locale)}
            </li>
          ))}
        </ul>
      </Hint>
    </section>
  );
}
