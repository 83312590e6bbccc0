import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { ClashNotes } from '#components/clash-notes.tsx';
import { Hint } from '#components/hint.tsx';
import type { Board } from '../board-query.ts';

/** The findings about the people of the days shown. */
export function ClashList({ board: { clashes } }: { board: Board }) {
  const { t } = useLingui();
  const count = clashes.length;
  if (count === 0) return null;
  return (
    <section aria-label={t`Clashes`} style={{ marginBottom: 16 }}>
      <Hint
        kind={clashes.some(({ severity }) => severity !== 'unknown') ? 'clash' : 'note'}
        title={t`${plural(count, { one: '# clash', other: '# clashes' })}`}
      >
        <ClashNotes clashes={clashes} label={t`Clashes of these days`} />
      </Hint>
    </section>
  );
}
