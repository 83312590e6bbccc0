import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { rolesQuery } from '#features/people/roles-query.ts';
import { RolesScreen } from '#features/people/roles-screen.tsx';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';

export const metadata: Metadata = { title: 'Roles' };

export default async function RolesPage() {
  return (
    <HydrationBoundary state={await prefetch(rolesQuery(sendAsVisitor))}>
      <RolesScreen />
    </HydrationBoundary>
  );
}
