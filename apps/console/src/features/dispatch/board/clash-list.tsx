import { ClashNotes } from '#components/clash-notes.tsx';
import { Hint } from '#components/hint.tsx';
import { countText } from '#lib/count-text.ts';
import type { Board } from '../board-query.ts';

/** The findings about the people of the days shown. */
export function ClashList({ board: { clashes } }: { board: Board }) {
  if (clashes.length === 0) return null;
  return (
    <section aria-label="Clashes" style={{ marginBottom: 16 }}>
      <Hint
        kind={clashes.some(({ severity }) => severity !== 'unknown') ? 'clash' : 'note'}
        title={countText(clashes.length, { one: '# clash', other: '# clashes' })}
      >
        <ClashNotes clashes={clashes} label="Clashes of these days" />
      </Hint>
    </section>
  );
}
