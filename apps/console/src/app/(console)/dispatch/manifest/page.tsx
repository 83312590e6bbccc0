import { msg } from '@lingui/core/macro';
import { HydrationBoundary } from '@tanstack/react-query';
import { loadManifestAddress } from '#features/dispatch/manifest/manifest-address.ts';
import { manifestQuery } from '#features/dispatch/manifest/manifest-query.ts';
import { ManifestScreen } from '#features/dispatch/manifest/manifest-screen.tsx';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled } from '#lib/server/texts.ts';
import { organizationToday } from '#lib/server/visitor.ts';

export const generateMetadata = titled(msg`Manifest`);

export default async function ManifestPage({ searchParams }: PageProps<'/dispatch/manifest'>) {
  const { day, view, person } = await loadManifestAddress(searchParams);
  const shown = day ?? (await organizationToday());
  return (
    <HydrationBoundary state={await prefetch(manifestQuery(shown, view, person, sendAsVisitor))}>
      <ManifestScreen />
    </HydrationBoundary>
  );
}
