import { IconUserOff } from '@tabler/icons-react';
import { LinkButton } from '#components/link-button.tsx';
import { StatePanel } from '#components/state-panel.tsx';

export default function PersonNotFound() {
  return (
    <StatePanel
      isPage
      icon={IconUserOff}
      title="No such person"
      action={<LinkButton href="/people">To the people</LinkButton>}
    >
      Your organization has no person with this number.
    </StatePanel>
  );
}
