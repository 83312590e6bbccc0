import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { personQuery } from '#features/people/people-query.ts';
import { PersonScreen } from '#features/people/person-screen.tsx';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { parseAsId } from '#lib/url-parsers.ts';

export const metadata: Metadata = { title: 'Person' };

export default async function PersonPage({ params }: PageProps<'/people/[id]'>) {
  const id = parseAsId.parse((await params).id);
  if (id === null) notFound();
  return (
    <HydrationBoundary state={await prefetch(personQuery(id, sendAsVisitor))}>
      <PersonScreen id={id} />
    </HydrationBoundary>
  );
}
