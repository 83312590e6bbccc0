'use client';

import { CloseButton, Kbd, Loader, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { useCommands } from '../keyboard/commands.ts';
import { useEarlyText } from './early-input.ts';
import classes from './list-table.module.css';

type ListSearchProps = {
  /** The accessible name: `Search people`. */
  label: string;
  /** What can be searched for. */
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  isBusy: boolean;
  /** Moves the focus to the results as soon as they are shown; called on Enter and Arrow Down. */
  goOn?: () => void;
};

/** A search field that filters while typing; `/` focuses it, Escape clears it. */
export function ListSearch({ label, placeholder, value, onChange, isBusy, goOn }: ListSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  useEarlyText(input, onChange);
  useCommands('This list', [{ does: label, keys: '/', run: () => input.current?.select(), inPalette: false }]);
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
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') onChange('');
        if (!goOn || (event.key !== 'Enter' && event.key !== 'ArrowDown')) return;
        event.preventDefault();
        goOn();
      }}
      autoComplete="off"
      spellCheck={false}
      leftSection={isBusy ? <Loader size={14} /> : <IconSearch size={16} aria-hidden />}
      rightSection={
        value ? (
          <CloseButton
            size="sm"
            aria-label="Clear the search"
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
