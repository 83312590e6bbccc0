import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, List, Text } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import { useLocale } from '#components/regional.tsx';
import { dayIn, formatDay, formatInstantTime } from '#lib/format.ts';
import type { Conflict } from './device-copy.ts';
import { STATE_TEXTS } from './state-texts.ts';

/** Says that the shown jobs are a copy, and what waits to be sent. */
export function AwayNote({ readAt, waiting }: { readAt: string; waiting: number }) {
  const locale = useLocale();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const dayOf = (moment: Date) => dayIn(timeZone, moment);
  const day = dayOf(new Date(readAt));
  const clock = formatInstantTime(locale, readAt, timeZone);
  const time = day === dayOf(new Date()) ? clock : `${formatDay(locale, day, 'long')} ${clock}`;
  return (
    <Alert color="orange" icon={<IconCloudOff aria-hidden />} role="status" title={<Trans>No connection</Trans>}>
      <Trans>These are the jobs as of {time}.</Trans>{' '}
      {waiting > 0 ? (
        <Plural
          value={waiting}
          one="# answer waits on this device and is sent when the connection is back."
          other="# answers wait on this device and are sent when the connection is back."
        />
      ) : (
        <Trans>You can answer all the same: it is sent when the connection is back.</Trans>
      )}
    </Alert>
  );
}

/** Why an answer was not recorded. */
function useWhy() {
  const { t } = useLingui();
  return ({ action, outcome, title }: Conflict): string => {
    const answer = t(STATE_TEXTS[action.state]);
    if (outcome === 'withdrawn') return t`“${answer}” for ${title}: the job is no longer yours.`;
    if (outcome === 'changed')
      return t`“${answer}” for ${title}: its day, time or place has changed. Answer the job again.`;
    if (outcome === 'outdated') return t`“${answer}” for ${title}: you said something else later.`;
    if (outcome === 'invalid') return t`“${answer}” for ${title}: the server cannot take it. Tell the office.`;
    if (outcome === 'otherPerson')
      return t`“${answer}” for ${title}: somebody else opened a link on this device before it was sent.`;
    return t`“${answer}” for ${title}: another answer came first.`;
  };
}

/** Names the answers that came too late. */
export function ConflictNote({ conflicts, dismiss }: { conflicts: readonly Conflict[]; dismiss: () => void }) {
  const why = useWhy();
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      role="alert"
      title={<Plural value={conflicts.length} one="An answer was not recorded" other="# answers were not recorded" />}
    >
      <List size="sm" mb="sm">
        {conflicts.map((conflict) => (
          <List.Item key={conflict.action.id}>
            {why(conflict)}
            {conflict.action.reason && (
              <Text size="sm">
                <Trans>Your reason: {{ reason: conflict.action.reason }}</Trans>
              </Text>
            )}
          </List.Item>
        ))}
      </List>
      <Button size="md" mih={44} variant="default" onClick={dismiss}>
        <Trans>I have read this</Trans>
      </Button>
    </Alert>
  );
}
