'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Modal } from '@mantine/core';
import { ShownOnce } from '#components/shown-once.tsx';

/** The new address of a person's calendar. */
export function CalendarDialog({ address, name, close }: { address: string; name: string; close: () => void }) {
  const { t } = useLingui();
  return (
    <Modal
      opened
      onClose={close}
      title={t`Calendar of ${name}`}
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t`Close the address` }}
    >
      <ShownOnce
        label={t`Calendar address of ${name}`}
        value={address}
        warning={
          <Trans>
            The address is shown only this once, and an earlier one has ended. Give it to {name}: a calendar program
            that subscribes to it shows the jobs of a week, without names and phone numbers.
          </Trans>
        }
        kept={t`Done`}
        close={close}
      />
    </Modal>
  );
}
