import { msg } from '@lingui/core/macro';
import { HydrationBoundary } from '@tanstack/react-query';
import { rolesQuery } from '#features/people/roles-query.ts';
import { RolesScreen } from '#features/people/roles-screen.tsx';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled } from '#lib/server/texts.ts';

export const generateMetadata = titled(msg`Roles`);

export default async function RolesPage() {
  return (
    <HydrationBoundary state={await prefetch(rolesQuery(sendAsVisitor))}>
      <RolesScreen />
    </HydrationBoundary>
  );
}
