'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Loader, Modal, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useGo } from '#components/leaving/use-go.ts';
import { takeEarlyText } from '#lib/early-keys.ts';
import { problemText } from '#lib/problem-text.ts';
import classes from './palette-dialog.module.css';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';
import { PaletteList } from './palette-list.tsx';
import { usePaletteGroups } from './use-palette-groups.tsx';

/** A search field with a list of results: arrow keys select, Enter opens, Escape closes. */
export function PaletteDialog({ close }: { close: () => void }) {
  const { t, i18n } = useLingui();
  const go = useGo();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  // Groups that are found later go below those that the pointer has moved over, which stay under it.
  const [pointed, setPointed] = useState<string[]>([]);
  const { groups: found, isFetching, isReady, error } = usePaletteGroups(typed);
  const rankOf = ({ label }: PaletteGroup) => (pointed.includes(label) ? pointed.indexOf(label) : pointed.length);
  const groups = found.toSorted((one, other) => rankOf(one) - rankOf(other));
  const entries = groups.flatMap((group) => group.entries);
  const current = entries[Math.min(chosen, entries.length - 1)];

  // Enter opens the first entry for the typed text: until it is found, that of a former text is shown.
  const [awaited, setAwaited] = useState<{ inNewTab: boolean }>();
  useEffect(() => {
    if (!awaited || !isReady) return;
    setAwaited(undefined);
    if (current) choose(current, awaited.inNewTab);
  });

  function choose(entry: PaletteEntry, inNewTab = false): void {
    close();
    if (entry.run) entry.run();
    else if (entry.href && inNewTab) window.open(entry.href, '_blank', 'noopener');
    else if (entry.href) go(entry.href);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const inNewTab = event.ctrlKey || event.metaKey;
    if (move && entries.length > 0)
      setChosen((Math.min(chosen, entries.length - 1) + move + entries.length) % entries.length);
    else if (event.key === 'Enter' && chosen === 0) setAwaited({ inNewTab });
    else if (event.key === 'Enter' && current) choose(current, inNewTab);
    else return;
    event.preventDefault();
  }

  return (
    <Modal.Root opened onClose={close} size={620} yOffset="12dvh" transitionProps={{ duration: 0 }}>
      <Modal.Overlay />
      <Modal.Content aria-label={t`Search everything`}>
        <TextInput
          data-autofocus
          size="lg"
          variant="unstyled"
          className={classes.field}
          role="combobox"
          aria-label={t`Orders, people, products, pages and actions`}
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={current && optionId(listId, current)}
          placeholder={t`Orders, products, pages, actions…`}
          autoComplete="off"
          spellCheck={false}
          leftSection={isFetching ? <Loader size={16} /> : <IconSearch size={18} aria-hidden />}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setChosen(0);
            setPointed([]);
            setAwaited(undefined);
          }}
          onFocus={() => {
            const { text, isEntered } = takeEarlyText();
            if (text) setTyped(text);
            if (isEntered) setAwaited({ inNewTab: false });
          }}
          onKeyDown={onKeyDown}
        />
        {error && (
          <Text size="sm" c="error" px="md" py="xs" role="alert">
            {problemText(i18n, error)} <Trans>Pages and actions are still found.</Trans>
          </Text>
        )}
        <PaletteList
          id={listId}
          groups={groups}
          current={current}
          optionId={(entry) => optionId(listId, entry)}
          choose={choose}
          point={(entry) => {
            setChosen(entries.indexOf(entry));
            setPointed((labels) => (labels.length === groups.length ? labels : groups.map(({ label }) => label)));
          }}
        />
        {entries.length === 0 && (
          <Text c="dimmed" size="sm" ta="center" py="xl" role="status">
            {isFetching ? t`Searching…` : t`Nothing found. Try fewer letters, or an order number.`}
          </Text>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

const optionId = (listId: string, { id }: PaletteEntry) => `${listId}${id.replaceAll(/\W/g, '-')}`;
