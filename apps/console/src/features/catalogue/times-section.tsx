'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import dynamic from 'next/dynamic';
import { Fact, Facts } from '#components/facts.tsx';
import { Section } from '#components/section.tsx';
import { useDialog } from '#components/use-dialog.ts';
import type { CatalogueFacts } from './catalogue-query.ts';
import { PRODUCT_TIMES, timesText } from './product-times.ts';

const EditTimes = dynamic(() => import('./edit-times.tsx').then((module) => module.EditTimes), { ssr: false });

/** How long the jobs of a product are estimated to take, on the dispatch board. */
export function TimesSection({ facts }: { facts: CatalogueFacts }) {
  const { t, i18n } = useLingui();
  const { subject: isOpen, open, close } = useDialog<true>();
  return (
    <Section
      title={t`Dispatch estimates`}
      aside={
        facts.mayChangeTimes && (
          <Button variant="default" size="compact-sm" onClick={() => open(true)}>
            <Trans>Edit estimates</Trans>
          </Button>
        )
      }
    >
      <Facts>
        {PRODUCT_TIMES.map(({ member, label, description }) => (
          <Fact key={member} name={t(label)}>
            {timesText(i18n, facts, member)}
            <div className="dimmed">{t(description)}</div>
          </Fact>
        ))}
      </Facts>
      {isOpen && <EditTimes facts={facts} close={close} />}
    </Section>
  );
}
