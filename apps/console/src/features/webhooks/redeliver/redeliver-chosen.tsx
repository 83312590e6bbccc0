'use client';

import { Modal } from '@mantine/core';
import { RedeliveryQuestion } from './redelivery-question.tsx';

type RedeliverChosenProps = { ids: number[]; close: () => void; onDone: () => void };

/** Sends selected deliveries again. */
export function RedeliverChosen({ ids, close, onDone }: RedeliverChosenProps) {
  return (
    <Modal
      opened
      onClose={close}
      title="Send the selected deliveries again"
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': 'Close without sending' }}
    >
      <RedeliveryQuestion
        selection={{ deliveryIds: ids }}
        none="All of these deliveries have succeeded or are pending: there is nothing to send again."
        close={close}
        onDone={onDone}
      />
    </Modal>
  );
}
