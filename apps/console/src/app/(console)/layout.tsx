import { HydrationBoundary } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ViewerProviders } from '#features/session/viewer-providers.tsx';
import { Shell } from '#features/shell/shell.tsx';
import { prefetch } from '#lib/server/prefetch.ts';
import { readVisitor } from '#lib/server/visitor.ts';
import { viewerQuery } from '#lib/viewer.ts';

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  return (
    <HydrationBoundary state={await prefetch({ ...viewerQuery(), queryFn: readVisitor })}>
      <ViewerProviders>
        <Shell>{children}</Shell>
      </ViewerProviders>
    </HydrationBoundary>
  );
}
