import { t } from '@lingui/core/macro';
import { IconMailOff } from '@tabler/icons-react';
import { LinkButton } from '#components/link-button.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { visitorTexts } from '#lib/server/texts.ts';

export default async function MailboxNotFound() {
  const i18n = await visitorTexts();
  return (
    <StatePanel
      isPage
      icon={IconMailOff}
      title={t(i18n)`No such mail`}
      action={<LinkButton href="/">{t(i18n)`To the overview`}</LinkButton>}
    >
      {t(i18n)`Only a demo without a mail server has a mailbox, for its administrators. It keeps the last 200 mails.`}
    </StatePanel>
  );
}
