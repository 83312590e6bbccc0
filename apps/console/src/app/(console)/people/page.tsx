import { msg } from '@lingui/core/macro';
import { HydrationBoundary } from '@tanstack/react-query';
import { loadPeopleFilters } from '#features/people/people-filters.ts';
import { peopleQuery } from '#features/people/people-query.ts';
import { PeopleScreen } from '#features/people/people-screen.tsx';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled } from '#lib/server/texts.ts';

export const generateMetadata = titled(msg`People`);

export default async function PeoplePage({ searchParams }: PageProps<'/people'>) {
  const filters = await loadPeopleFilters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(peopleQuery(filters, sendAsVisitor))}>
      <PeopleScreen />
    </HydrationBoundary>
  );
}
