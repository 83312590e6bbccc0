'use client';

import { useLingui } from '@lingui/react/macro';
import { Modal } from '@mantine/core';
import { RedeliveryQuestion } from './redelivery-question.tsx';

type RedeliverChosenProps = { ids: number[]; close: () => void; onDone: () => void };

/** Sends selected deliveries again. */
export function RedeliverChosen({ ids, close, onDone }: RedeliverChosenProps) {
  const { t } = useLingui();
  return (
    <Modal
      opened
      onClose={close}
      title={t`Send the selected deliveries again`}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': t`Close without sending` }}
    >
      <RedeliveryQuestion
        selection={{ deliveryIds: ids }}
        none={t`All of these deliveries have succeeded or are pending: there is nothing to send again.`}
        close={close}
        onDone={onDone}
      />
    </Modal>
  );
}
