import type { ReactNode } from 'react';
import { Texts } from '#components/texts.tsx';

export default function Layout({ children }: { children: ReactNode }) {
  return <Texts of={['mailbox']}>{children}</Texts>;
}
