'use client';

import { useLingui } from '@lingui/react/macro';
import { CloseButton, Kbd, Loader, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { takeEarlyText } from '#lib/early-keys.ts';
import { useCommands } from '../keyboard/commands.ts';
import classes from './list-table.module.css';
import { useFirstRow } from './use-first-row.ts';

type ListSearchProps = {
  /** The accessible name: `Search people`. */
  label: string;
  /** What can be searched for. */
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  isBusy: boolean;
  /** Whether the rows for this text are shown. */
  isReady: boolean;
};

/** A search field that filters while typing; `/` focuses it, Escape clears it, Enter and Arrow Down go to the rows. */
export function ListSearch({ label, placeholder, value, onChange, isBusy, isReady }: ListSearchProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const goToRow = useFirstRow(value, isReady);
  useCommands('list', [{ does: label, keys: '/', run: () => input.current?.select(), inPalette: false }]);
  return (
    <TextInput
      ref={input}
      type="search"
      className={classes.search}
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={placeholder}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onFocus={() => {
        const { text } = takeEarlyText();
        if (text) onChange(text);
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') onChange('');
        if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        goToRow(event.key);
      }}
      autoComplete="off"
      spellCheck={false}
      leftSection={isBusy ? <Loader size={14} /> : <IconSearch size={16} aria-hidden />}
      rightSection={
        value ? (
          <CloseButton
            size={24}
            aria-label={t`Clear the search`}
            onClick={() => {
              onChange('');
              input.current?.focus();
            }}
          />
        ) : (
          <Kbd size="xs" aria-hidden visibleFrom="sm">
            /
          </Kbd>
        )
      }
    />
  );
}
