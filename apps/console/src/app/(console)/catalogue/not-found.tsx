import { IconTicketOff } from '@tabler/icons-react';
import { LinkButton } from '#components/link-button.tsx';
import { StatePanel } from '#components/state-panel.tsx';

export default function ProductNotFound() {
  return (
    <StatePanel
      icon={IconTicketOff}
      title="No such product"
      action={<LinkButton href="/catalogue">To the catalogue</LinkButton>}
    >
      No product with this number is sold by your organization.
    </StatePanel>
  );
}
