import { msg } from '@lingui/core/macro';
import { HydrationBoundary } from '@tanstack/react-query';
import { rulesQuery } from '#features/dispatch/rules/rules-query.ts';
import { RulesScreen } from '#features/dispatch/rules/rules-screen.tsx';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled } from '#lib/server/texts.ts';

export const generateMetadata = titled(msg`Dispatch rules`);

export default async function DispatchRulesPage() {
  return (
    <HydrationBoundary state={await prefetch(rulesQuery(sendAsVisitor))}>
      <RulesScreen />
    </HydrationBoundary>
  );
}
