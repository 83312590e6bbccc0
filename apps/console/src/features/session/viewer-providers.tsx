'use client';

import type { ReactNode } from 'react';
import { OrganizationTimeZoneProvider } from '#components/regional.tsx';
import { RightsProvider } from '#components/rights.tsx';
import { useViewer } from '#lib/viewer.ts';

/** Provides the time zone of the viewer's organization and the viewer's rights. */
export function ViewerProviders({ children }: { children: ReactNode }) {
  const viewer = useViewer();
  const [organization] = viewer?.organizations ?? [];
  return (
    <OrganizationTimeZoneProvider timeZone={organization?.timeZone ?? 'UTC'}>
      <RightsProvider rights={viewer?.rights ?? []}>{children}</RightsProvider>
    </OrganizationTimeZoneProvider>
  );
}
