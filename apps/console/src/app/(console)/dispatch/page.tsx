import { msg } from '@lingui/core/macro';
import { HydrationBoundary } from '@tanstack/react-query';
import { loadBoardAddress } from '#features/dispatch/board-address.ts';
import { boardQuery } from '#features/dispatch/board-query.ts';
import { DispatchScreen } from '#features/dispatch/dispatch-screen.tsx';
import { addDays } from '#lib/format.ts';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled } from '#lib/server/texts.ts';
import { organizationToday } from '#lib/server/visitor.ts';

export const generateMetadata = titled(msg`Dispatch`);

export default async function DispatchPage({ searchParams }: PageProps<'/dispatch'>) {
  const { from, days } = await loadBoardAddress(searchParams);
  const first = from ?? (await organizationToday());
  return (
    <HydrationBoundary state={await prefetch(boardQuery(first, addDays(first, days - 1), sendAsVisitor))}>
      <DispatchScreen />
    </HydrationBoundary>
  );
}
