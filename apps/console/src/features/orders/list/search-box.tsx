import { CloseButton, Kbd, Loader, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { useCommands } from '#components/keyboard/commands.ts';
import classes from './orders-toolbar.module.css';

type SearchBoxProps = {
  value: string;
  onChange: (value: string) => void;
  /** Goes on to what was found, as soon as it is there. */
  goOn: () => void;
  isBusy: boolean;
};

/** Searches while it is typed into; `/` leads here from anywhere on the page, Escape empties it,
 * Enter goes on to what was found. */
export function SearchBox({ value, onChange, goOn, isBusy }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useCommands('Orders', [{ does: 'Search orders', keys: '/', run: () => input.current?.select() }]);
  return (
    <TextInput
      ref={input}
      type="search"
      className={classes.search}
      aria-label="Search orders"
      aria-keyshortcuts="/"
      placeholder="Order, guest, code, tag"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') onChange('');
        if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
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
            aria-label="Empty the search"
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
