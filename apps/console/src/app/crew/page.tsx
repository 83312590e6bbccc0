import { msg } from '@lingui/core/macro';
import { CrewScreen } from '#features/crew/crew-screen.tsx';
import { titled } from '#lib/server/texts.ts';

export const generateMetadata = titled(msg`My jobs`, {
  manifest: '/crew/manifest.webmanifest',
  referrer: 'no-referrer',
  appleWebApp: { capable: true },
});

/** The page of a driver or guide. It has no data: the browser reads them, with a cookie of this path alone. */
export default function CrewPage() {
  return <CrewScreen />;
}
