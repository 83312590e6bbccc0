import { msg } from '@lingui/core/macro';
import { HydrationBoundary } from '@tanstack/react-query';
import { overviewQuery } from '#features/overview/overview-query.ts';
import { OverviewScreen } from '#features/overview/overview-screen.tsx';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled } from '#lib/server/texts.ts';
import { parseAsId } from '#lib/url-parsers.ts';

export const generateMetadata = titled(msg`Overview`);

/** The start page is the overview. */
export default async function StartPage({ searchParams }: PageProps<'/'>) {
  const { organization } = await searchParams;
  const organizationId = typeof organization === 'string' ? parseAsId.parse(organization) : null;
  return (
    <HydrationBoundary state={await prefetch(overviewQuery(organizationId, sendAsVisitor))}>
      <OverviewScreen />
    </HydrationBoundary>
  );
}
