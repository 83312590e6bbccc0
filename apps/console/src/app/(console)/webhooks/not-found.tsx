import { t } from '@lingui/core/macro';
import { IconSearchOff } from '@tabler/icons-react';
import { LinkButton } from '#components/link-button.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { visitorTexts } from '#lib/server/texts.ts';

export default async function WebhookNotFound() {
  const i18n = await visitorTexts();
  return (
    <StatePanel
      isPage
      icon={IconSearchOff}
      title={t(i18n)`Nothing here`}
      action={<LinkButton href="/webhooks/events">{t(i18n)`To the events`}</LinkButton>}
    >
      {t(
        i18n,
      )`There is no such endpoint, event or delivery, or your roles don’t give access to it. Events are deleted after a while.`}
    </StatePanel>
  );
}
