import { useLingui } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { useCommands } from '#components/keyboard/commands.ts';
import { useGo } from '#components/leaving/use-go.ts';
import { LinkButton } from '#components/link-button.tsx';
import { useMay } from '#components/rights.tsx';

/** Leads to the page of a new order; hidden from viewers who may not book. */
export function NewOrderButton() {
  const { t } = useLingui();
  const go = useGo();
  const mayBook = useMay('book');
  useCommands(
    'orders',
    mayBook ? [{ does: t`New order`, keys: 'n', inPalette: false, run: () => go('/orders/new') }] : [],
  );
  if (!mayBook) return null;
  return (
    <LinkButton href="/orders/new" leftSection={<IconPlus size={16} aria-hidden />}>
      {t`New order`}
    </LinkButton>
  );
}
