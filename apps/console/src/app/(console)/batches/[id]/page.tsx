import { msg } from '@lingui/core/macro';
import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { batchQuery } from '#features/batches/batch-query.ts';
import { BatchScreen } from '#features/batches/page/batch-screen.tsx';
import { loadShown } from '#features/batches/page/shown.ts';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled } from '#lib/server/texts.ts';

type Props = PageProps<'/batches/[id]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  return titled(msg`Batch ${id}`)();
}

export default async function BatchPage({ params, searchParams }: Props) {
  const { id } = await params;
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound();
  const shown = await loadShown(searchParams);
  return (
    <HydrationBoundary state={await prefetch(batchQuery(Number(id), shown, sendAsVisitor))}>
      <BatchScreen id={Number(id)} />
    </HydrationBoundary>
  );
}
