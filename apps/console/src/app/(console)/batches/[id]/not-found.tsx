import { IconSearchOff } from '@tabler/icons-react';
import { LinkButton } from '#components/link-button.tsx';
import { StatePanel } from '#components/state-panel.tsx';

export default function BatchNotFound() {
  return (
    <StatePanel
      isPage
      icon={IconSearchOff}
      title="No such batch"
      action={<LinkButton href="/batches">All batches</LinkButton>}
    >
      It does not exist, it was not run within a day of planning, or your roles don’t give access to it.
    </StatePanel>
  );
}
