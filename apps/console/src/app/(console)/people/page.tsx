import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { loadPeopleFilters } from '#features/people/people-filters.ts';
import { peopleQuery } from '#features/people/people-query.ts';
import { PeopleScreen } from '#features/people/people-screen.tsx';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';

export const metadata: Metadata = { title: 'People' };

export default async function PeoplePage({ searchParams }: PageProps<'/people'>) {
  const filters = await loadPeopleFilters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(peopleQuery(filters, sendAsVisitor))}>
      <PeopleScreen />
    </HydrationBoundary>
  );
}
