import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Center, Stack, Text } from '@mantine/core';
import { IconLinkOff, IconLogout } from '@tabler/icons-react';
import { StatePanel } from '#components/state-panel.tsx';
import classes from './crew.module.css';

type CrewEndedProps = { why: 'link' | 'session' | 'left'; unsent: number };

/** Says why there are no jobs, and what to do. */
export function CrewEnded({ why, unsent }: CrewEndedProps) {
  const { t } = useLingui();
  const title = {
    link: t`This link does not work any more`,
    session: t`Open your personal link`,
    left: t`You are signed out`,
  }[why];
  return (
    <Center component="main" className={classes.page}>
      <StatePanel isPage icon={why === 'left' ? IconLogout : IconLinkOff} title={title}>
        <Stack gap="xs">
          <Text inherit>
            {why === 'link' ? (
              <Trans>
                It was already used, has expired or was replaced by a newer one. Ask the office for a new link: your
                jobs and what you said about them are kept there.
              </Trans>
            ) : (
              <Trans>
                No jobs are stored on this device. To see them, ask the office for a personal link and open it on this
                device.
              </Trans>
            )}
          </Text>
          {unsent > 0 && (
            <Text inherit fw={600} role="alert">
              <Plural
                value={unsent}
                one="# answer was not sent. It waits on this device until you open your next link."
                other="# answers were not sent. They wait on this device until you open your next link."
              />
            </Text>
          )}
        </Stack>
      </StatePanel>
    </Center>
  );
}
