import { msg } from '@lingui/core/macro';
import { HydrationBoundary } from '@tanstack/react-query';
import { serviceAccountsQuery } from '#features/people/service-accounts/service-accounts-query.ts';
import { ServiceAccountsScreen } from '#features/people/service-accounts/service-accounts-screen.tsx';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled } from '#lib/server/texts.ts';

export const generateMetadata = titled(msg`Service accounts`);

export default async function ServiceAccountsPage() {
  return (
    <HydrationBoundary state={await prefetch(serviceAccountsQuery(sendAsVisitor))}>
      <ServiceAccountsScreen />
    </HydrationBoundary>
  );
}
