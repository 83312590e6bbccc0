import { t } from '@lingui/core/macro';
import { IconTicketOff } from '@tabler/icons-react';
import { LinkButton } from '#components/link-button.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { visitorTexts } from '#lib/server/texts.ts';

export default async function ProductNotFound() {
  const i18n = await visitorTexts();
  return (
    <StatePanel
      isPage
      icon={IconTicketOff}
      title={t(i18n)`No such product`}
      action={<LinkButton href="/catalogue">{t(i18n)`To the catalogue`}</LinkButton>}
    >
      {t(i18n)`Your organization sells no product with this number.`}
    </StatePanel>
  );
}
