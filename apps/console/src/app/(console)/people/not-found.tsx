import { t } from '@lingui/core/macro';
import { IconUserOff } from '@tabler/icons-react';
import { LinkButton } from '#components/link-button.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { visitorTexts } from '#lib/server/texts.ts';

export default async function PersonNotFound() {
  const i18n = await visitorTexts();
  return (
    <StatePanel
      isPage
      icon={IconUserOff}
      title={t(i18n)`No such person`}
      action={<LinkButton href="/people">{t(i18n)`To the people`}</LinkButton>}
    >
      {t(i18n)`Your organization has no person with this number.`}
    </StatePanel>
  );
}
