'use client';

import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { confirm } from '#components/confirm/confirm.ts';
import { say } from '#lib/notice.ts';
import { problemText } from '#lib/problem-text.ts';
import classes from '../board/dispatch.module.css';
import type { Draft } from '../board-query.ts';
import { discardMoves } from './draft-acts.ts';

type DraftBarProps = { draft: Draft; publish: () => void; changed: () => void };

/** The unpublished changes of the draft. */
export function DraftBar({ draft, publish, changed }: DraftBarProps) {
  const [isBusy, setBusy] = useState(false);
  const discard = async () => {
    const question = {
      title: 'Discard the draft?',
      body: `${changesText(draft.moves)} will be discarded. The orders are not changed.`,
      action: `Discard ${changesText(draft.moves)}`,
      isDangerous: true,
    };
    if (!(await confirm(question))) return;
    setBusy(true);
    try {
      await discardMoves(null);
      changed();
    } catch (error) {
      void say({ kind: 'failed', title: 'The draft was not discarded', text: problemText(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-label="Draft" className={classes.bar}>
      <Text size="sm" role="status">
        <strong>{changesText(draft.moves)} drafted</strong>
        {draft.clashes > 0 && (
          <Text span inherit c="var(--mantine-color-error)" fw={600}>
            {' '}
            · {draft.clashes === 1 ? '1 clash' : `${draft.clashes} clashes`}
          </Text>
        )}
        {draft.stale > 0 && ` · ${draft.stale} changed by others since`}
      </Text>
      <Group gap="sm">
        <Button variant="default" onClick={discard} loading={isBusy}>
          Discard
        </Button>
        <Button onClick={publish}>Publish…</Button>
      </Group>
    </section>
  );
}

/** A number of changes as text. */
export const changesText = (count: number) => (count === 1 ? '1 change' : `${count} changes`);
