'use client';

import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';

import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Alert, Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { IconAlertCircle, IconPlus, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { BusyButton } from '#components/busy-button.tsx';
import { useUnsaved } from '#components/leaving/use-unsaved.ts';
import type { TagFacts } from '#components/tags.tsx';
import { say } from '#lib/notice.ts';
import { fieldErrorsOf, isProblem } from '#lib/problem.ts';
import { problemText } from '#lib/problem-text.ts';
import { editTags, type TagTarget } from './tags-acts.ts';

export type TaggedProps = {
  target: TagTarget;
  id: number;
  /** Name of the resource that has the tags. */
  of: string;
  tags: TagFacts[];
  onSaved: () => Promise<unknown>;
};

type Row = { number: number; key: string; text: string; isNumber: boolean };

const rowOf = ({ key, value }: TagFacts, number: number): Row => ({
  number,
  key,
  text: String(value),
  isNumber: typeof value === 'number',
});
const tagOf = ({ key, text, isNumber }: Row): TagFacts => ({ key: key.trim(), value: isNumber ? Number(text) : text });

/** The field errors of a row that can be found before sending; the server validates the rest. */
function rowErrorsOf(i18n: I18n, row: Row, rows: Row[]): { key?: string; text?: string } {
  const key = row.key.trim();
  const isTwice = rows.some((other) => other.number !== row.number && other.key.trim() === key);
  const isNumberless = row.isNumber && (row.text.trim() === '' || !Number.isFinite(Number(row.text)));
  return {
    ...(key === ''
      ? { key: i18n._(msg`Enter a key.`) }
      : isTwice
        ? { key: i18n._(msg`Another tag has this key.`) }
        : {}),
    ...(isNumberless ? { text: i18n._(msg`Enter a number.`) } : {}),
  };
}

/** A form to edit tags, each with a key and a value. */
export function EditTags({ target, id, of, tags, onSaved, close }: TaggedProps & { close: () => void }) {
  const { t, i18n } = useLingui();
  // The tags when the editing began: concurrent changes by others do not count as changes made here.
  const [base] = useState(tags);
  const [rows, setRows] = useState(() => tags.map(rowOf));
  const [next, setNext] = useState(tags.length);
  const [error, setError] = useState<unknown>();
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  useUnsaved(JSON.stringify(rows.map(tagOf)) !== JSON.stringify(base.map(rowOf).map(tagOf)));
  const change = (number: number, part: Partial<Row>) =>
    setRows((former) => former.map((row) => (row.number === number ? { ...row, ...part } : row)));

  function add() {
    setRows([...rows, { number: next, key: '', text: '', isNumber: false }]);
    setNext(next + 1);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (rows.some((row) => Object.keys(rowErrorsOf(i18n, row, rows)).length > 0)) return;
    setBusy(true);
    setError(undefined);
    try {
      await editTags(target, id, base, rows.map(tagOf));
      await onSaved();
      void say({ kind: 'done', title: t`The tags of ${of} are saved` });
      close();
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  }

  return (
    <form onSubmit={submit} noValidate aria-label={t`Tags of ${of}`}>
      <Stack gap="sm">
        {error !== undefined && (
          <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />}>
            {(isProblem(error, 'invalid') && Object.values(fieldErrorsOf(error, 'tags'))[0]) ||
              problemText(i18n, error)}
          </Alert>
        )}
        {rows.map((row, index) => {
          const fieldErrors = isChecked ? rowErrorsOf(i18n, row, rows) : {};
          const position = index + 1;
          const name = row.key.trim() || t`number ${position}`;
          return (
            <Group key={row.number} gap="xs" align="flex-start" wrap="nowrap">
              <TextInput
                aria-label={t`Key of tag ${position}`}
                placeholder={t`Key`}
                value={row.key}
                onChange={({ currentTarget }) => change(row.number, { key: currentTarget.value })}
                error={fieldErrors.key}
                autoComplete="off"
                flex={1}
                miw={0}
                autoFocus={row.number >= base.length}
              />
              <TextInput
                aria-label={t`Value of tag ${name}`}
                placeholder={t`Value`}
                inputMode={row.isNumber ? 'decimal' : undefined}
                value={row.text}
                onChange={({ currentTarget }) => change(row.number, { text: currentTarget.value })}
                error={fieldErrors.text}
                autoComplete="off"
                flex={1}
                miw={0}
              />
              <NativeSelect
                aria-label={t`Kind of value of tag ${name}`}
                value={row.isNumber ? 'number' : 'text'}
                data={[
                  { value: 'text', label: t`Text` },
                  { value: 'number', label: t({ message: 'Number', context: 'kind of value' }) },
                ]}
                onChange={({ currentTarget }) => change(row.number, { isNumber: currentTarget.value === 'number' })}
                w={104}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={t`Remove tag ${name}`}
                onClick={() => setRows(rows.filter(({ number }) => number !== row.number))}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Group>
          );
        })}
        <Group justify="space-between">
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={add}
            type="button"
          >
            <Trans>Add a tag</Trans>
          </Button>
          <Group gap="xs">
            <Button variant="default" size="compact-sm" onClick={close}>
              <Trans>Cancel</Trans>
            </Button>
            <BusyButton type="submit" size="compact-sm" loading={isBusy}>
              <Trans>Save tags</Trans>
            </BusyButton>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
