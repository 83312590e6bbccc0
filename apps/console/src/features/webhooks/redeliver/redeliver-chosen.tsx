'use client';

import { Modal } from '@mantine/core';
import { RedeliveryQuestion } from './redelivery-question.tsx';

type RedeliverChosenProps = { ids: number[]; close: () => void; onDone: () => void };

/** Sends chosen deliveries again: those of them that never arrived. */
export function RedeliverChosen({ ids, close, onDone }: RedeliverChosenProps) {
  return (
    <Modal
      opened
      onClose={close}
      title="Send again what never arrived?"
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': 'Close without sending' }}
    >
      <RedeliveryQuestion
        selection={{ deliveryIds: ids }}
        none="All of it has arrived by now or is on its way: there is nothing to send again. A delivery that arrived can be sent again on its own page."
        close={close}
        onDone={onDone}
      />
    </Modal>
  );
}
