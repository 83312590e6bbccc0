'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import dynamic from 'next/dynamic';
import { Fact, Facts } from '#components/facts.tsx';
import { Section } from '#components/section.tsx';
import { useDialog } from '#components/use-dialog.ts';
import { ESTIMATES, estimateText } from './estimates.ts';
import type { Rules } from './rules-query.ts';

const EditEstimates = dynamic(() => import('./edit-estimates.tsx').then((module) => module.EditEstimates), {
  ssr: false,
});

/** The numbers by which an organization estimates jobs and ways. */
export function EstimatesSection({ rules, title }: { rules: Rules; title: string }) {
  const { t } = useLingui();
  const { subject: isOpen, open, close } = useDialog<true>();
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
        {ESTIMATES.map((estimate) => (
          <Fact key={estimate.member} name={t(estimate.label)}>
            {t(estimateText(estimate, rules))}
            <div className="dimmed">{t(estimate.description)}</div>
          </Fact>
        ))}
      </Facts>
      {isOpen && <EditEstimates rules={rules} title={title} close={close} />}
    </Section>
  );
}
