'use client';

import { useLingui } from '@lingui/react/macro';
import { Button, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useCommands } from '#components/keyboard/commands.ts';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { Section } from '#components/section.tsx';
import { awaitEarlyText } from '#lib/early-keys.ts';
import { NoteForm } from './note-form-later.ts';
import { NoteItem } from './note-item.tsx';
import classes from './notes.module.css';
import { addNote, orderNotesQuery, readNotes } from './notes-query.ts';
import { useLiveNotes } from './use-live-notes.ts';

/** The notes of staff on an order. Showing them marks them as read. */
export function NotesSection({ orderId }: { orderId: number }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const query = useQuery(orderNotesQuery(orderId));
  const { data: notes, error } = query;
  const [draftKey, setDraftKey] = useState<string>();
  const addButton = useRef<HTMLButtonElement>(null);
  const open = () => {
    if (draftKey) return;
    awaitEarlyText();
    setDraftKey(crypto.randomUUID());
  };
  useLiveNotes();
  useCommands('order', [{ does: t`Add a note to this order`, keys: 'a', run: open }]);

  const hasUnread = notes?.some(({ isUnread }) => isUnread) ?? false;
  const { mutate: markRead } = useMutation({ mutationFn: readNotes, retry: 5 });
  useEffect(() => {
    // The change is announced to this page too, which then reads again.
    if (hasUnread) markRead(orderId);
  }, [hasUnread, orderId, markRead]);

  const refresh = () => client.invalidateQueries({ queryKey: orderNotesQuery(orderId).queryKey });
  const close = () => {
    setDraftKey(undefined);
    addButton.current?.focus();
  };
  return (
    <Section
      title={t`Notes`}
      aside={
        <Button
          ref={addButton}
          variant="default"
          size="compact-sm"
          onClick={() => setDraftKey((known) => known ?? crypto.randomUUID())}
        >
          {t`Add note`}
        </Button>
      }
    >
      {draftKey && (
        <NoteForm
          orderId={orderId}
          cancel={close}
          save={async (input) => {
            await addNote(orderId, input, draftKey);
            await refresh();
            close();
          }}
        />
      )}
      {notes && notes.length > 0 ? (
        <ul className={classes.list} aria-label={t`Notes`}>
          {notes.map((note) => (
            <NoteItem key={note.id} orderId={orderId} note={note} refresh={refresh} />
          ))}
        </ul>
      ) : notes ? (
        <Text size="sm" c="dimmed">
          {t`No notes yet. Partners and clients never see them.`}
        </Text>
      ) : error ? (
        <ProblemPanel query={query} forbidden={t`You may not see notes`} />
      ) : (
        <Skeleton height={60} />
      )}
    </Section>
  );
}
