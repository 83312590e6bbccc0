'use client';

import { useId, useLayoutEffect, useRef } from 'react';
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

export type CommandGroup = { group: string; commands: readonly Command[] };

/** Command groups by component id, in mount order. */
const offered = new Map<string, CommandGroup>();

/** The commands of the current page by group, most recently mounted first. */
export function currentCommands(): CommandGroup[] {
  const groups = new Map<string, Command[]>();
  for (const { group, commands } of [...offered.values()].reverse()) {
    groups.set(group, [...(groups.get(group) ?? []), ...commands]);
  }
  return Array.from(groups, ([group, commands]) => ({ group, commands }));
}

/** Whether single-key shortcuts are enabled; users can disable them (WCAG 2.1.4). */
export const singleKeys = createStore(true);

const STORED = 'channel-single-keys';

export function switchSingleKeys(isOn: boolean): void {
  window.localStorage.setItem(STORED, isOn ? 'on' : 'off');
  singleKeys.set(isOn);
}

/** Registers commands while the component is mounted. A layout effect registers them before the first paint. */
export function useCommands(group: string, commands: readonly Command[]): void {
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
    return () => void offered.delete(id);
  }, [id, group]);
}

/** Handles the keyboard shortcuts of all commands; used once. */
export function useCommandKeys(): void {
  useLayoutEffect(() => {
    singleKeys.set(window.localStorage.getItem(STORED) !== 'off');
    const listen = (event: KeyboardEvent) => {
      const command = commandOf(event);
      if (!command) return;
      event.preventDefault();
      command.run();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

function commandOf(event: KeyboardEvent): Command | undefined {
  if (event.defaultPrevented || event.isComposing || event.altKey) return undefined;
  const isModified = event.ctrlKey || event.metaKey;
  if (!isModified && (!singleKeys.get() || takesLetters(event.target))) return undefined;
  const pressed = isModified ? `mod+${event.key.toLowerCase()}` : event.key;
  for (const { commands } of currentCommands()) {
    const found = commands.find(({ keys }) => keys === pressed);
    if (found) return found;
  }
  return undefined;
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
