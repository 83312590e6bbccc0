import { useLingui } from '@lingui/react/macro';
import { useCommands } from '#components/keyboard/commands.ts';
import type { Selection } from './use-selection.ts';

/** Registers the commands that select many orders. */
export function useSelectionCommands({ choosePage, chooseAll }: Selection): void {
  const { t } = useLingui();
  useCommands('orders', [
    { does: t`Select all orders on this page`, run: () => choosePage(true) },
    { does: t`Select all orders that match`, run: chooseAll },
  ]);
}
