import { Button } from '@mantine/core';
import { IconArrowBarToLeft, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StatePanel } from '../state-panel.tsx';
import type { ListMeta } from './list-paging.tsx';

type ListEmptyProps = {
  /** The plural name of the entries: `people`. */
  of: string;
  meta: Pick<ListMeta, 'total' | 'lastPage'>;
  isNarrowed: boolean;
  clear: () => void;
  turnTo: (page: number) => void;
  /** Advice for when nothing matches. */
  hint?: string;
  /** Shown when the unfiltered list is empty. */
  children: ReactNode;
};

/** Explains why a page of a list is empty, and what to do. */
export function ListEmpty({ of, meta, isNarrowed, clear, turnTo, hint, children }: ListEmptyProps) {
  if (meta.total > 0) {
    return (
      <StatePanel
        icon={IconArrowBarToLeft}
        title="Past the last page"
        action={
          <Button variant="default" onClick={() => turnTo(meta.lastPage)}>
            Go to page {meta.lastPage}
          </Button>
        }
      >
        The list now has fewer pages than this link expects.
      </StatePanel>
    );
  }
  if (!isNarrowed) return children;
  return (
    <StatePanel
      icon={IconSearchOff}
      title={`No ${of} match`}
      action={
        <Button variant="default" onClick={clear}>
          Clear all filters
        </Button>
      }
    >
      {hint ?? 'Try fewer letters or remove a filter.'}
    </StatePanel>
  );
}
