import { msg } from '@lingui/core/macro';
import { HydrationBoundary } from '@tanstack/react-query';
import { loadTagFilters } from '#features/tags/tag-filters.ts';
import { tagKeysQuery } from '#features/tags/tag-use-query.ts';
import { TagsScreen } from '#features/tags/tags-screen.tsx';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled } from '#lib/server/texts.ts';

export const generateMetadata = titled(msg`Tags`);

export default async function TagsPage({ searchParams }: PageProps<'/tags'>) {
  const { q, on } = await loadTagFilters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(tagKeysQuery({ holder: on, search: q }, sendAsVisitor))}>
      <TagsScreen />
    </HydrationBoundary>
  );
}
