import { t } from '@lingui/core/macro';
import { IconSearchOff } from '@tabler/icons-react';
import { LinkButton } from '#components/link-button.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { visitorTexts } from '#lib/server/texts.ts';

export default async function BatchNotFound() {
  const i18n = await visitorTexts();
  return (
    <StatePanel
      isPage
      icon={IconSearchOff}
      title={t(i18n)`No such batch`}
      action={<LinkButton href="/batches">{t(i18n)`All batches`}</LinkButton>}
    >
      {t(i18n)`It does not exist, it was not run within a day of planning, or your roles don’t give access to it.`}
    </StatePanel>
  );
}
