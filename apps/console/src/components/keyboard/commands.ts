'use client';

import { msg } from '@lingui/core/macro';
import { useId, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { SINGLE_KEYS } from '#lib/early-keys.ts';
import { createStore } from '#lib/store.ts';

/** An action that is available by keyboard shortcut, in the palette, or both. */
export type Command = {
  /** The label: `Next order`. */
  does: string;
  /** A key (`j`, `?`, `/`), or a key with Ctrl or Cmd (`mod+k`). Absent if the command is only in the palette. */
  keys?: string;
  run: () => unknown;
  /** False for commands that need the focus of the page, such as moving by a row. */
  inPalette?: boolean;
};

/** Where commands are available, with the label of the group. */
export const GROUPS = {
  everywhere: msg`Everywhere`,
  list: msg`This list`,
  orders: msg`Orders`,
  views: msg`Views of orders`,
  order: msg({ message: 'Order', context: 'noun' }),
  delivery: msg`Delivery`,
  endpoint: msg`Endpoint`,
};

type Group = keyof typeof GROUPS;

export type CommandGroup = { group: Group; commands: readonly Command[] };

/** Command groups by component id, in mount order. */
const offered = new Map<string, CommandGroup>();

/** The commands of the current page by group, most recently mounted first. */
export function currentCommands(): CommandGroup[] {
  const groups = new Map<Group, Command[]>();
  for (const { group, commands } of [...offered.values()].reverse()) {
    groups.set(group, [...(groups.get(group) ?? []), ...commands]);
  }
  return Array.from(groups, ([group, commands]) => ({ group, commands }));
}

/** Whether single-key shortcuts are enabled; users can disable them (WCAG 2.1.4). */
export const singleKeys = createStore(true);

export function switchSingleKeys(isOn: boolean): void {
  window.localStorage.setItem(SINGLE_KEYS, isOn ? 'on' : 'off');
  singleKeys.set(isOn);
}

/** Registers commands while the component is mounted. A layout effect registers them before the first paint. */
export function useCommands(group: Group, commands: readonly Command[]): void {
  const id = useId();
  const newest = useRef(commands);
  useLayoutEffect(() => {
    newest.current = commands;
  });
  useLayoutEffect(() => {
    offered.set(id, {
      group,
      get commands() {
        return newest.current;
      },
    });
    setTimeout(runEarlyKeys);
    return () => void offered.delete(id);
  }, [id, group]);
}

/** Handles the keyboard shortcuts of all commands; used once. */
export function useCommandKeys(): void {
  useLayoutEffect(() => {
    singleKeys.set(window.localStorage.getItem(SINGLE_KEYS) !== 'off');
    const listen = (event: KeyboardEvent) => {
      if (window.earlyKeys) window.earlyKeys.keys = [];
      const command = commandOf(event);
      if (!command) return;
      event.preventDefault();
      command.run();
    };
    if (window.earlyKeys) window.earlyKeys.isOver = true;
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

function commandOf(event: KeyboardEvent): Command | undefined {
  if (event.defaultPrevented || event.isComposing || event.altKey) return undefined;
  const isModified = event.ctrlKey || event.metaKey;
  if (!isModified && (!singleKeys.get() || takesLetters(event.target))) return undefined;
  const pressed = isModified ? `mod+${event.key.toLowerCase()}` : event.key;
  return commandWith(pressed);
}

function commandWith(pressed: string): Command | undefined {
  for (const { commands } of currentCommands()) {
    const found = commands.find(({ keys }) => keys === pressed);
    if (found) return found;
  }
  return undefined;
}

/** Runs the commands of keys that were pressed before the page listened; a key waits until its command is there. */
function runEarlyKeys(): void {
  const early = window.earlyKeys;
  if (!early) return;
  early.keys = early.keys.filter((pressed) => {
    const command = commandWith(pressed);
    // Each sees what the one before has changed.
    if (command) flushSync(() => command.run());
    return command === undefined;
  });
}

/** Whether the target handles letter keys itself: text fields, dialogs, open lists. */
function takesLetters(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'submit'].includes(target.type);
  return (
    ['TEXTAREA', 'SELECT'].includes(target.tagName) ||
    target.closest('[role="dialog"], [role="menu"], [role="listbox"]') !== null
  );
}
