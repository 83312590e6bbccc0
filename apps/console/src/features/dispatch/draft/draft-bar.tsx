'use client';

import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { BusyButton } from '#components/busy-button.tsx';
import { confirm } from '#components/confirm/confirm.ts';
import { say } from '#lib/notice.ts';
import { problemText } from '#lib/problem-text.ts';
import classes from '../board/dispatch.module.css';
import type { Draft } from '../board-query.ts';
import { discardMoves } from './draft-acts.ts';

type DraftBarProps = { draft: Draft; publish: () => void; changed: () => void };

/** The unpublished changes of the draft. */
export function DraftBar({ draft, publish, changed }: DraftBarProps) {
  const { t, i18n } = useLingui();
  const { moves, clashes, stale } = draft;
  const [isBusy, setBusy] = useState(false);
  const discard = async () => {
    const question = {
      title: t`Discard the draft?`,
      body: t`${plural(moves, {
        one: '# change will be discarded. The orders are not changed.',
        other: '# changes will be discarded. The orders are not changed.',
      })}`,
      action: t`${plural(moves, { one: 'Discard # change', other: 'Discard # changes' })}`,
      isDangerous: true,
    };
    if (!(await confirm(question))) return;
    setBusy(true);
    try {
      await discardMoves(null);
      changed();
    } catch (error) {
      void say({ kind: 'failed', title: t`The draft was not discarded`, text: problemText(i18n, error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-label={t`Draft`} className={classes.bar}>
      <Text size="sm" role="status">
        <strong>
          <Plural value={moves} one="# change drafted" other="# changes drafted" />
        </strong>
        {clashes > 0 && (
          <Text span inherit c="var(--mantine-color-error)" fw={600}>
            {' '}
            · <Plural value={clashes} one="# clash" other="# clashes" />
          </Text>
        )}
        {stale > 0 && (
          <>
            {' '}
            · <Plural value={stale} one="# changed by others since" other="# changed by others since" />
          </>
        )}
      </Text>
      <Group gap="sm">
        <BusyButton variant="default" onClick={discard} loading={isBusy}>
          <Trans>Discard</Trans>
        </BusyButton>
        <Button onClick={publish}>
          <Trans>Publish…</Trans>
        </Button>
      </Group>
    </section>
  );
}
