import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { StatePanel } from '#components/state-panel.tsx';
import type { ChangeFilters } from '../order-filters.ts';

/** Shown in place of the orders with a clash when there are more of them to compare than the server compares. */
export function TooManyDays({ change }: { change: ChangeFilters }) {
  const { t } = useLingui();
  return (
    <StatePanel
      icon={IconCalendarOff}
      title={t`Clashes are found for at most 31 days`}
      isAlert
      action={
        <Button variant="default" onClick={() => change({ activity: null })}>
          <Trans>Show the coming 7 days</Trans>
        </Button>
      }
    >
      <Trans>
        Choose fewer days in “Takes place”, with a first and a last one. At most 5,000 orders are compared at a time:
        where there are more, choose another filter as well.
      </Trans>
    </StatePanel>
  );
}
