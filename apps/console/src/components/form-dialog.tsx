'use client';

import { useLingui } from '@lingui/react/macro';
import { Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { confirm } from './confirm/confirm.ts';
import { DialogEntries, useUnsaved } from './leaving/use-unsaved.ts';

type FormDialogProps = Pick<ModalProps, 'size' | 'closeOnClickOutside' | 'closeOnEscape' | 'withCloseButton'> & {
  title: string;
  /** The accessible name of the button in the corner. */
  closeLabel: string;
  close: () => void;
  /** Whether the dialog has unsaved changes; a `SaveForm` in it tells so itself. */
  isUnsaved?: boolean;
  children: ReactNode;
};

/** A dialog with a form. Closing it by Escape, by a click outside or in the corner asks if there are unsaved changes. */
export function FormDialog({ title, closeLabel, close, isUnsaved = false, children, ...modal }: FormDialogProps) {
  const { t } = useLingui();
  const [entries] = useState(() => new Set<symbol>());
  const [isAsking, setIsAsking] = useState(false);
  useUnsaved(isUnsaved);

  async function askAndClose(): Promise<void> {
    if (isUnsaved || entries.size > 0) {
      setIsAsking(true);
      const isConfirmed = await confirm({
        title: t`Close without saving?`,
        body: t`What you changed in “${title}” has not been saved.`,
        action: t`Discard the changes`,
        isDangerous: true,
      });
      setIsAsking(false);
      if (!isConfirmed) return;
    }
    close();
  }

  return (
    <Modal
      opened
      onClose={askAndClose}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': closeLabel }}
      {...modal}
      // Escape in the question answers only the question.
      closeOnEscape={modal.closeOnEscape !== false && !isAsking}
    >
      <DialogEntries value={entries}>{children}</DialogEntries>
    </Modal>
  );
}
