import { msg } from '@lingui/core/macro';
import { NewOrderScreen } from '#features/orders/new/new-order-screen.tsx';
import { titled } from '#lib/server/texts.ts';

export const generateMetadata = titled(msg`New order`);

export default function NewOrderPage() {
  return <NewOrderScreen />;
}
