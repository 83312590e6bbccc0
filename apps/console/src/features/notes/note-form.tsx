import { useLingui } from '@lingui/react/macro';
import { Checkbox, MultiSelect, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errorOf, SaveForm } from '#components/save-form.tsx';
import { takeEarlyText } from '#lib/early-keys.ts';
import { type Note, type NoteInput, noteReadersQuery } from './notes-query.ts';

type NoteFormProps = {
  orderId: number;
  /** The note to change; undefined adds one. */
  note?: Note | undefined;
  save: (input: NoteInput) => Promise<unknown>;
  cancel: () => void;
};

/** The words of a note, whom it mentions, and who sees it. */
export function NoteForm({ orderId, note, save, cancel }: NoteFormProps) {
  const { t } = useLingui();
  const { data: readers = [] } = useQuery(noteReadersQuery(orderId));
  const [text, setText] = useState(note?.text ?? '');
  const [mentionIds, setMentionIds] = useState(() => note?.mentions.map(({ id }) => String(id)) ?? []);
  const [isForCrew, setForCrew] = useState(note?.isForCrew ?? false);
  useEffect(() => {
    // What was typed before the form was there.
    const early = takeEarlyText().text;
    if (early) setText((former) => former + early);
  }, []);
  const known = new Map([...(note?.mentions ?? []), ...readers].map(({ id, name }) => [String(id), name]));

  return (
    <SaveForm
      action={note ? t`Save the note` : t`Add the note`}
      fields={['text']}
      values={{ text, mentionIds, isForCrew }}
      cancel={cancel}
      save={() => save({ text, mentionIds: mentionIds.map(Number), isForCrew })}
    >
      {(fieldErrors) => (
        <>
          <Textarea
            label={t`Note`}
            autosize
            minRows={2}
            maxRows={12}
            maxLength={4_000}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            error={errorOf(t`The note`, fieldErrors.text)}
            autoFocus
          />
          <MultiSelect
            label={t`Mention colleagues`}
            searchable
            hidePickedOptions
            maxValues={20}
            data={[...known].map(([value, label]) => ({ value, label }))}
            value={mentionIds}
            onChange={setMentionIds}
          />
          <Checkbox
            label={t`Show it to the driver and the guide`}
            checked={isForCrew}
            onChange={({ currentTarget }) => setForCrew(currentTarget.checked)}
          />
        </>
      )}
    </SaveForm>
  );
}
