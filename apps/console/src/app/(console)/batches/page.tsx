import { msg } from '@lingui/core/macro';
import { HydrationBoundary } from '@tanstack/react-query';
import { batchesQuery } from '#features/batches/batch-query.ts';
import { BatchesScreen } from '#features/batches/list/batches-screen.tsx';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled } from '#lib/server/texts.ts';

export const generateMetadata = titled(msg`Batches`);

export default async function BatchesPage({ searchParams }: PageProps<'/batches'>) {
  const { page } = await searchParams;
  const number = typeof page === 'string' && /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
  return (
    <HydrationBoundary state={await prefetch(batchesQuery(number, sendAsVisitor))}>
      <BatchesScreen />
    </HydrationBoundary>
  );
}
