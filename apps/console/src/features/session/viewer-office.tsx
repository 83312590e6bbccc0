'use client';

import type { ReactNode } from 'react';
import { OfficeProvider } from '#components/regional.tsx';
import { useViewer } from './viewer.ts';

/** Everything inside goes by the clock of the organization of who is signed in. */
export function ViewerOffice({ children }: { children: ReactNode }) {
  const [organization] = useViewer()?.organizations ?? [];
  return <OfficeProvider timeZone={organization?.timeZone ?? 'UTC'}>{children}</OfficeProvider>;
}
