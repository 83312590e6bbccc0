import { t } from '@lingui/core/macro';
import { Link } from '#components/link.tsx';
import { visitorTexts } from '#lib/server/texts.ts';

/** The not-found page. It uses no Mantine components, because it is loaded with every page. */
export default async function NotFound() {
  const i18n = await visitorTexts();
  return (
    <main className="no-page">
      <h1>{t(i18n)`No such page`}</h1>
      <p>{t(i18n)`This address does not exist in the console. Check it, or continue from the orders.`}</p>
      <Link href="/orders">{t(i18n)`To the orders`}</Link>
    </main>
  );
}
