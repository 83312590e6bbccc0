import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, List, Text } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import { useLocale } from '#components/regional.tsx';
import { formatInstantTime } from '#lib/format.ts';
import type { Conflict } from './device-copy.ts';
import { STATE_TEXTS } from './state-texts.ts';

/** Says that the shown jobs are a copy, and what waits to be sent. */
export function AwayNote({ readAt, waiting }: { readAt: string; waiting: number }) {
  const locale = useLocale();
  const time = formatInstantTime(locale, readAt, Intl.DateTimeFormat().resolvedOptions().timeZone);
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

/** Names the answers that came too late. */
export function ConflictNote({ conflicts, dismiss }: { conflicts: readonly Conflict[]; dismiss: () => void }) {
  const { t } = useLingui();
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      role="alert"
      title={<Plural value={conflicts.length} one="An answer was not recorded" other="# answers were not recorded" />}
    >
      <List size="sm" mb="sm">
        {conflicts.map(({ action, outcome, title }) => (
          <List.Item key={action.id}>
            {outcome === 'withdrawn' ? (
              <Trans>
                “{{ answer: t(STATE_TEXTS[action.state]) }}” for {title}: the job is no longer yours.
              </Trans>
            ) : (
              <Trans>
                “{{ answer: t(STATE_TEXTS[action.state]) }}” for {title}: another answer came first.
              </Trans>
            )}
            {action.reason && (
              <Text size="sm">
                <Trans>Your reason: {{ reason: action.reason }}</Trans>
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
