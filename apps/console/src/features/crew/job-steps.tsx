import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack, Textarea } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import classes from './crew.module.css';
import type { CrewJob, CrewState } from './crew-operations.ts';
import { stepsOf } from './crew-states.ts';
import { STEP_TEXTS } from './state-texts.ts';

const MAX_REASON = 300;

type JobStepsProps = {
  job: CrewJob;
  isNear: boolean;
  say: (job: CrewJob, state: CrewState, reason?: string) => Promise<void>;
};

/** The buttons by which a person says what comes next. */
export function JobSteps({ job, isNear, say }: JobStepsProps) {
  const { t } = useLingui();
  const [isDeclining, setDeclining] = useState(false);
  const declineButton = useRef<HTMLButtonElement>(null);
  const { next, other, back } = stepsOf(job, isNear);
  if (isDeclining)
    return (
      <DeclineForm
        job={job}
        cancel={() => {
          setDeclining(false);
          requestAnimationFrame(() => declineButton.current?.focus());
        }}
        decline={async (reason) => {
          setDeclining(false);
          await say(job, 'declined', reason);
        }}
      />
    );
  return (
    <Stack gap="xs">
      {(next || other) && (
        <div className={classes.steps}>
          {next && (
            <Button size="lg" onClick={() => void say(job, next)}>
              {t(STEP_TEXTS[next])}
            </Button>
          )}
          {other && (
            <Button
              ref={declineButton}
              size="lg"
              variant="default"
              onClick={() => (other === 'declined' ? setDeclining(true) : void say(job, other))}
            >
              {t(STEP_TEXTS[other])}
            </Button>
          )}
        </div>
      )}
      {back && (
        <Button size="md" variant="subtle" className={classes.touchButton} onClick={() => void say(job, back)}>
          <Trans>Undo</Trans>
        </Button>
      )}
    </Stack>
  );
}

type DeclineFormProps = { job: CrewJob; cancel: () => void; decline: (reason: string) => Promise<void> };

function DeclineForm({ job, cancel, decline }: DeclineFormProps) {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const [isEmpty, setEmpty] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    // The longest text may end within a symbol, of which the server takes no half.
    const text = reason.toWellFormed().trim();
    setEmpty(text === '');
    if (text !== '') void decline(text);
  }

  return (
    <form onSubmit={submit} aria-label={t`Decline ${{ title: job.title }}`}>
      <Stack gap="xs">
        <Textarea
          label={t`Why can’t you do this job?`}
          value={reason}
          maxLength={MAX_REASON}
          autosize
          minRows={2}
          size="md"
          autoFocus
          error={isEmpty && t`The office needs a reason, such as “ill” or “too far away”.`}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <div className={classes.steps}>
          <Button type="submit" size="lg" color="red">
            <Trans>Decline the job</Trans>
          </Button>
          <Button size="lg" variant="default" onClick={cancel}>
            <Trans>Back</Trans>
          </Button>
        </div>
      </Stack>
    </form>
  );
}
