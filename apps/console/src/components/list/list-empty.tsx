import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconArrowBarToLeft, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StatePanel } from '../state-panel.tsx';
import type { ListMeta } from './list-paging.tsx';

type ListEmptyProps = {
  /** Said when nothing matches: `No people match`. */
  title: string;
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
export function ListEmpty({ title, meta, isNarrowed, clear, turnTo, hint, children }: ListEmptyProps) {
  const { t } = useLingui();
  const { total, lastPage } = meta;
  if (total > 0) {
    return (
      <StatePanel
        icon={IconArrowBarToLeft}
        title={t`Past the last page`}
        action={
          <Button variant="default" onClick={() => turnTo(lastPage)}>
            <Trans>Go to page {lastPage}</Trans>
          </Button>
        }
      >
        <Trans>The list now has fewer pages than this link expects.</Trans>
      </StatePanel>
    );
  }
  if (!isNarrowed) return children;
  return (
    <StatePanel
      icon={IconSearchOff}
      title={title}
      action={
        <Button variant="default" onClick={clear}>
          <Trans>Clear all filters</Trans>
        </Button>
      }
    >
      {hint ?? t`Try fewer letters or remove a filter.`}
    </StatePanel>
  );
}
