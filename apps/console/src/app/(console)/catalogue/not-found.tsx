import { IconTicketOff } from '@tabler/icons-react';
import { LinkButton } from '#components/link-button.tsx';
import { StatePanel } from '#components/state-panel.tsx';

export default function ProductNotFound() {
  return (
    <StatePanel
      isPage
      icon={IconTicketOff}
      title="No such product"
      action={<LinkButton href="/catalogue">To the catalogue</LinkButton>}
    >
      Your organization sells no product with this number.
    </StatePanel>
  );
}
