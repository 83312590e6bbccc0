import { Button } from '@mantine/core';
import { IconArrowBarToLeft, IconSearchOff, IconWebhook } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StatePanel } from '#components/state-panel.tsx';

type NoRecordsProps = {
  /** What is listed, such as `events`. */
  name: string;
  meta: { total: number; lastPage: number };
  isNarrowed: boolean;
  clear: () => void;
  goTo: (page: number) => void;
  /** What to know while there is nothing at all. */
  children: ReactNode;
};

/** Says why a list is empty, and what to do. */
export function NoRecords({ name, meta, isNarrowed, clear, goTo, children }: NoRecordsProps) {
  if (meta.total > 0) {
    return (
      <StatePanel
        icon={IconArrowBarToLeft}
        title="Past the last page"
        action={
          <Button variant="default" onClick={() => goTo(meta.lastPage)}>
            Go to page {meta.lastPage}
          </Button>
        }
      >
        There are fewer {name} than this address expects: old ones are deleted after a while.
      </StatePanel>
    );
  }
  if (!isNarrowed) {
    return (
      <StatePanel icon={IconWebhook} title={`No ${name} yet`}>
        {children}
      </StatePanel>
    );
  }
  return (
    <StatePanel
      icon={IconSearchOff}
      title={`No ${name} match`}
      action={
        <Button variant="default" onClick={clear}>
          Clear all filters
        </Button>
      }
    >
      The search looks at ids of events, order numbers, reference codes, names of guests and values of tags. Take a
      filter away, or widen the time.
    </StatePanel>
  );
}
