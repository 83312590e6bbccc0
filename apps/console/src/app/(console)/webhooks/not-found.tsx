import { IconSearchOff } from '@tabler/icons-react';
import { LinkButton } from '#components/link-button.tsx';
import { StatePanel } from '#components/state-panel.tsx';

export default function WebhookNotFound() {
  return (
    <StatePanel
      isPage
      icon={IconSearchOff}
      title="Nothing here"
      action={<LinkButton href="/webhooks/events">To the events</LinkButton>}
    >
      There is no such endpoint, event or delivery, or your roles don’t give access to it. Events are deleted after a
      while.
    </StatePanel>
  );
}
