import { IconSearchOff } from '@tabler/icons-react';
import { LinkButton } from '#components/link-button.tsx';
import { StatePanel } from '#components/state-panel.tsx';

export default function OrderNotFound() {
  return (
    <StatePanel
      isPage
      icon={IconSearchOff}
      title="No such order"
      action={<LinkButton href="/orders">To the orders</LinkButton>}
    >
      There is no order with this number or tag, or your roles don’t give access to it. Check the number.
    </StatePanel>
  );
}
