import { useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertCircle, IconClock } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { isProblem } from '#lib/problem.ts';
import { problemText } from '#lib/problem-text.ts';
import type { Hold } from '../sale/hold-acts.ts';

/** Milliseconds left until an instant, now and every second. */
function useTimeLeft(until: string | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return until ? Math.max(0, Date.parse(until) - now) : 0;
}

const clock = (milliseconds: number) => {
  const seconds = Math.ceil(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

type HoldNoteProps = {
  hold: Hold | null;
  isHeld: boolean;
  /** Why what is shown could not be held. */
  problem: unknown;
  /** Why the hold could not be renewed. */
  renewal: unknown;
  renew: () => void;
  retry: () => void;
};

/** Whether the places are held, for how long, and what to do if not. */
export function HoldNote({ hold, isHeld, problem, renewal, renew, retry }: HoldNoteProps) {
  const { t, i18n } = useLingui();
  const left = useTimeLeft(hold?.expiresAt ?? null);
  if (problem)
    return (
      <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />}>
        <Group justify="space-between" gap="xs">
          <span>
            {isProblem(problem, 'conflict') && hold && left === 0
              ? t`These places can’t be held: ${problem.message} What you typed stays.`
              : isProblem(problem, 'conflict')
                ? t`These places can’t be held: ${problem.message} Choose another day, departure or rate; what you typed stays.`
                : problemText(i18n, problem)}
          </span>
          <Button variant="default" size="compact-sm" onClick={retry}>
            {t`Try again`}
          </Button>
        </Group>
      </Alert>
    );
  if (!hold)
    return (
      <Text size="sm" c="dimmed" role="status">
        {t`Places are held as soon as product, departure and passengers are chosen.`}
      </Text>
    );
  const isExpired = left === 0;
  return (
    <Alert color={isExpired ? 'orange' : 'teal'} icon={<IconClock aria-hidden />}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status">
          {isExpired
            ? t`The hold has expired: others can book these places.`
            : isHeld
              ? t`The places are held for you.`
              : t`Holding the places…`}
        </Text>
        <Text size="sm" className="tabular" aria-label={t`Time until the hold expires`} role="timer">
          {clock(left)}
        </Text>
        <Button variant="default" size="compact-sm" onClick={renew}>
          {isExpired ? t`Hold again` : t`Hold longer`}
        </Button>
      </Group>
      {renewal !== null && (
        <Text size="sm" role="alert" mt={4}>
          {problemText(i18n, renewal)}
        </Text>
      )}
    </Alert>
  );
}
