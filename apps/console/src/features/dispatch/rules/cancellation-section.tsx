'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import dynamic from 'next/dynamic';
import { Fact, Facts } from '#components/facts.tsx';
import { Section } from '#components/section.tsx';
import { useDialog } from '#components/use-dialog.ts';
import { PENALTY_UNITS } from './penalty-units.ts';
import type { Rules } from './rules-query.ts';

const EditPenaltyUnit = dynamic(() => import('./edit-penalty-unit.tsx').then((module) => module.EditPenaltyUnit), {
  ssr: false,
});

/** How an organization reads its cancellation policies. */
export function CancellationSection({ rules, title }: { rules: Rules; title: string }) {
  const { t } = useLingui();
  const { subject: isOpen, open, close } = useDialog<true>();
  const unit = t(PENALTY_UNITS[rules.penaltyUnit ?? rules.usual.penaltyUnit]);
  return (
    <Section
      title={title}
      aside={
        rules.mayChange && (
          <Button variant="default" size="compact-sm" onClick={() => open(true)} aria-label={t`Edit: ${title}`}>
            <Trans>Edit</Trans>
          </Button>
        )
      }
    >
      <Facts>
        <Fact name={t`Unit of penalty times`}>
          {rules.penaltyUnit === null ? t`As usual: ${unit}` : unit}
          <div className="dimmed">{t`A policy says how long before the start a penalty begins, as a number.`}</div>
        </Fact>
      </Facts>
      {isOpen && <EditPenaltyUnit rules={rules} title={title} close={close} />}
    </Section>
  );
}
