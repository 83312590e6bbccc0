import { msg } from '@lingui/core/macro';
import { HydrationBoundary } from '@tanstack/react-query';
import { daysOf, loadHandOverAddress } from '#features/dispatch/hand-over/hand-over-address.ts';
import { crewQuery, handOverQuery } from '#features/dispatch/hand-over/hand-over-query.ts';
import { HandOverScreen } from '#features/dispatch/hand-over/hand-over-screen.tsx';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled } from '#lib/server/texts.ts';
import { organizationToday } from '#lib/server/visitor.ts';

export const generateMetadata = titled(msg`Hand jobs over`);

export default async function HandOverPage({ searchParams }: PageProps<'/dispatch/hand-over'>) {
  const address = await loadHandOverAddress(searchParams);
  const days = daysOf(address, await organizationToday());
  const state =
    address.person === null
      ? await prefetch(crewQuery(sendAsVisitor))
      : await prefetch(handOverQuery(address.person, days, sendAsVisitor));
  return (
    <HydrationBoundary state={state}>
      <HandOverScreen />
    </HydrationBoundary>
  );
}
