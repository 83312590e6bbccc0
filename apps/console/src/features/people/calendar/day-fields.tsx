import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import { useId, useRef } from 'react';
import classes from './calendar.module.css';
import { endsNextDay, type Shift } from './shifts.ts';

type DayFieldsProps = {
  /** The name of the weekday. */
  day: string;
  shifts: readonly Shift[];
  errorOf: (shift: Shift) => string | undefined;
  change: (shift: Shift) => void;
  remove: (shift: Shift) => void;
  add: () => void;
  copy: () => void;
};

/** The hours of a weekday. */
export function DayFields({ day, shifts, errorOf, change, remove, add, copy }: DayFieldsProps) {
  const { t } = useLingui();
  const addButton = useRef<HTMLButtonElement>(null);
  return (
    <fieldset className={classes.day}>
      <legend>{day}</legend>
      <Stack gap="xs">
        {shifts.map((shift, index) => (
          <ShiftFields
            key={shift.id}
            name={shifts.length > 1 ? t`${day}, hours ${index + 1}` : day}
            shift={shift}
            error={errorOf(shift)}
            change={change}
            remove={() => {
              remove(shift);
              // The button that had the focus is gone with its hours.
              addButton.current?.focus();
            }}
          />
        ))}
        <Group gap="xs">
          <Button ref={addButton} variant="default" size="compact-sm" onClick={add} aria-label={t`Add hours on ${day}`}>
            <Trans>Add hours</Trans>
          </Button>
          {shifts.length > 0 && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={copy}
              aria-label={t`Copy to all days: the hours of ${day}`}
            >
              <Trans>Copy to all days</Trans>
            </Button>
          )}
        </Group>
      </Stack>
    </fieldset>
  );
}

type ShiftFieldsProps = {
  name: string;
  shift: Shift;
  error: string | undefined;
  change: (shift: Shift) => void;
  remove: () => void;
};

function ShiftFields({ name, shift, error, change, remove }: ShiftFieldsProps) {
  const { t } = useLingui();
  const errorId = useId();
  const said = { error: Boolean(error), 'aria-describedby': error ? errorId : undefined };
  return (
    <div>
      <Group gap="xs">
        <TextInput
          type="time"
          aria-label={t`Start on ${name}`}
          value={shift.from}
          onChange={({ currentTarget }) => change({ ...shift, from: currentTarget.value })}
          {...said}
        />
        <Text span aria-hidden>
          –
        </Text>
        <TextInput
          type="time"
          aria-label={t`End on ${name}`}
          value={shift.to}
          onChange={({ currentTarget }) => change({ ...shift, to: currentTarget.value })}
          {...said}
        />
        {endsNextDay(shift) && (
          <Text span size="sm" c="dimmed">
            <Trans>next day</Trans>
          </Text>
        )}
        <Button variant="default" size="compact-sm" onClick={remove} aria-label={t`Remove the hours on ${name}`}>
          <Trans>Remove</Trans>
        </Button>
      </Group>
      {error && (
        <Input.Error id={errorId} role="alert" mt={4}>
          {error}
        </Input.Error>
      )}
    </div>
  );
}
