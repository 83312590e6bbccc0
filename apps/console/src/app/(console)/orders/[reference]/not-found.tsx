import { t } from '@lingui/core/macro';
import { IconSearchOff } from '@tabler/icons-react';
import { LinkButton } from '#components/link-button.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { visitorTexts } from '#lib/server/texts.ts';

export default async function OrderNotFound() {
  const i18n = await visitorTexts();
  return (
    <StatePanel
      isPage
      icon={IconSearchOff}
      title={t(i18n)`No such order`}
      action={<LinkButton href="/orders">{t(i18n)`To the orders`}</LinkButton>}
    >
      {t(i18n)`There is no order with this number or tag, or your roles don’t give access to it. Check the number.`}
    </StatePanel>
  );
}
