import { useLingui } from '@lingui/react/macro';
import { Badge, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { confirm } from '#components/confirm/confirm.ts';
import { Instant } from '#components/moments.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { say } from '#lib/notice.ts';
import { problemText } from '#lib/problem-text.ts';
import { NoteForm } from './note-form-later.ts';
import classes from './notes.module.css';
import { changeNote, deleteNote, type Note } from './notes-query.ts';

type NoteItemProps = { orderId: number; note: Note; refresh: () => Promise<unknown> };

/** A note with its acts. */
export function NoteItem({ orderId, note, refresh }: NoteItemProps) {
  const { t, i18n } = useLingui();
  const timeZone = useOrganizationTimeZone();
  const [isEdited, setEdited] = useState(false);
  const { id, text, author, mentions, isPinned, isForCrew, createdAt, editedAt, mayEdit, mayDelete } = note;

  async function act(change: () => Promise<unknown>, failure: string) {
    try {
      await change();
      await refresh();
    } catch (problem) {
      void say({ kind: 'failed', title: failure, text: problemText(i18n, problem) });
    }
  }

  async function remove() {
    const isSure = await confirm({
      title: t`Delete this note?`,
      body: t`Its words are gone for good.`,
      action: t`Delete the note`,
      isDangerous: true,
    });
    if (isSure) await act(() => deleteNote(id), t`The note was not deleted`);
  }

  if (isEdited)
    return (
      <li className={classes.note}>
        <NoteForm
          orderId={orderId}
          note={note}
          cancel={() => setEdited(false)}
          save={async (input) => {
            await changeNote(id, input);
            await refresh();
            setEdited(false);
          }}
        />
      </li>
    );
  return (
    <li className={classes.note}>
      <Group gap={8}>
        <Text size="sm" fw={600}>
          {author.name}
        </Text>
        <Text size="sm" c="dimmed">
          <Instant instant={createdAt} timeZone={timeZone} />
        </Text>
        {editedAt && (
          <Text size="sm" c="dimmed">
            {t`edited`}
          </Text>
        )}
        {isPinned && <Badge size="sm">{t`Pinned`}</Badge>}
        {isForCrew && (
          <Badge size="sm" color="teal">
            {t`Shown to the crew`}
          </Badge>
        )}
      </Group>
      <p className={classes.text}>
        {text}
        {mentions.map((person) => (
          <span key={person.id} className={classes.mention}>{` @${person.name}`}</span>
        ))}
      </p>
      <Group gap={4} mt={4}>
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => act(() => changeNote(id, { isPinned: !isPinned }), t`The note was not changed`)}
        >
          {isPinned ? t`Unpin` : t`Pin`}
        </Button>
        {mayEdit && (
          <Button variant="subtle" size="compact-xs" onClick={() => setEdited(true)}>
            {t`Edit the note`}
          </Button>
        )}
        {mayDelete && (
          <Button variant="subtle" color="red" size="compact-xs" onClick={remove}>
            {t`Delete the note`}
          </Button>
        )}
      </Group>
    </li>
  );
}
