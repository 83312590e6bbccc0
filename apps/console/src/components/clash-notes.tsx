import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Badge } from '@mantine/core';
import classes from './clash-notes.module.css';

/** How certain a finding about the people who work is. */
export type Severity = 'impossible' | 'tight' | 'overCapacity' | 'absent' | 'unknown';

type ClashNote = { severity: Severity; text: string };

const LOOKS: Record<Severity, { label: MessageDescriptor; color: string }> = {
  impossible: { label: msg`Impossible`, color: 'red' },
  overCapacity: { label: msg`Over capacity`, color: 'red' },
  absent: { label: msg`Absent`, color: 'red' },
  tight: { label: msg`Tight`, color: 'orange' },
  unknown: { label: msg`Unknown`, color: 'gray' },
};

const SEVERITIES = Object.keys(LOOKS) as Severity[];

export const severityLabel = (severity: Severity): MessageDescriptor => LOOKS[severity].label;

export const severityColor = (severity: Severity): string => LOOKS[severity].color;

/** The most serious of some findings; undefined without any. */
export const worstOf = (clashes: readonly { severity: Severity }[]): Severity | undefined =>
  SEVERITIES.find((severity) => clashes.some((clash) => clash.severity === severity));

/** Findings about the people who work, the most serious first, each with its sentence. */
export function ClashNotes({ clashes, label }: { clashes: readonly ClashNote[]; label: string }) {
  const { t } = useLingui();
  const sorted = SEVERITIES.flatMap((severity) => clashes.filter((clash) => clash.severity === severity));
  return (
    <ul className={classes.list} aria-label={label}>
      {sorted.map(({ severity, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two findings may have the same sentence
        <li key={`${index} ${text}`} className={classes.note}>
          <Badge size="sm" color={LOOKS[severity].color} className={classes.mark}>
            {t(LOOKS[severity].label)}
          </Badge>
          {text}
        </li>
      ))}
    </ul>
  );
}
