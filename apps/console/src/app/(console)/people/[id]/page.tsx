import { msg } from '@lingui/core/macro';
import { HydrationBoundary } from '@tanstack/react-query';
import { notFound } from 'next/navigation';
import { personQuery } from '#features/people/people-query.ts';
import { PersonScreen } from '#features/people/person-screen.tsx';
import { loadScheduleAddress, rangeOf } from '#features/people/schedule/schedule-address.ts';
import { scheduleQuery } from '#features/people/schedule/schedule-query.ts';
import { dayIn } from '#lib/format.ts';
import { prefetch } from '#lib/server/prefetch.ts';
import { prefetchSection, together } from '#lib/server/sections.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled } from '#lib/server/texts.ts';
import { organizationTimeZone } from '#lib/server/visitor.ts';
import { parseAsId } from '#lib/url-parsers.ts';

export const generateMetadata = titled(msg`Person`);

export default async function PersonPage({ params, searchParams }: PageProps<'/people/[id]'>) {
  const id = parseAsId.parse((await params).id);
  if (id === null) notFound();
  const { span, on } = await loadScheduleAddress(searchParams);
  const range = rangeOf(span, on ?? dayIn(await organizationTimeZone(), new Date()));
  const state = await together(
    prefetch(personQuery(id, sendAsVisitor)),
    prefetchSection(scheduleQuery(id, range, sendAsVisitor)),
  );
  return (
    <HydrationBoundary state={state}>
      <PersonScreen id={id} />
    </HydrationBoundary>
  );
}
