import { IconSearchOff } from '@tabler/icons-react';
import { LinkButton } from '#components/link-button.tsx';
import { StatePanel } from '#components/state-panel.tsx';

export default function BatchNotFound() {
  return (
    <StatePanel
      icon={IconSearchOff}
      title="No such batch"
      action={<LinkButton href="/batches">All batches</LinkButton>}
    >
      It does not exist, it was a plan that nobody ran within a day, or your roles don’t show it to you.
    </StatePanel>
  );
}
