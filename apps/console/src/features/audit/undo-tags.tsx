'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import dynamic from 'next/dynamic';
import { thingOf } from './audit-labels.ts';
import type { AuditLine } from './audit-query.ts';

const UndoQuestion = dynamic(() => import('./undo-question.tsx').then((module) => module.UndoQuestion));

/** Offers to undo a tag change if the viewer may undo it. */
export function UndoTags({ line }: { line: AuditLine }) {
  const { t, i18n } = useLingui();
  const [isOpen, { open, close }] = useDisclosure();
  if (!line.mayUndo) return null;
  const { label } = thingOf(i18n, line.entity, line.entityId);
  return (
    <div>
      <Button variant="default" size="compact-xs" mt={4} onClick={open} aria-label={t`Undo the tags of ${label}`}>
        <Trans>Undo…</Trans>
      </Button>
      {isOpen && <UndoQuestion line={line} label={label} close={close} />}
    </div>
  );
}
