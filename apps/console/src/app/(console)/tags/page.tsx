import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { loadTagFilters } from '#features/tags/tag-filters.ts';
import { tagKeysQuery } from '#features/tags/tag-use-query.ts';
import { TagsScreen } from '#features/tags/tags-screen.tsx';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';

export const metadata: Metadata = { title: 'Tags' };

export default async function TagsPage({ searchParams }: PageProps<'/tags'>) {
  const { q, on } = await loadTagFilters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(tagKeysQuery({ holder: on, search: q }, sendAsVisitor))}>
      <TagsScreen />
    </HydrationBoundary>
  );
}
