'use client';

import { useId, useLayoutEffect, useRef } from 'react';
import { createStore } from '#lib/store.ts';

/** Something that can be done from the keyboard, from the palette, or from both. */
export type Command = {
  /** What it does: `Next order`. */
  does: string;
  /** One key as it is typed (`j`, `?`, `/`), or with the modifier of the system (`mod+k`). None: in the palette alone. */
  keys?: string;
  run: () => unknown;
  /** False for what makes no sense once the palette has taken the focus, such as moving by a row. */
  inPalette?: boolean;
};

export type CommandGroup = { group: string; commands: readonly Command[] };

/** Groups by who offers them, in the order in which they were mounted. */
const offered = new Map<string, CommandGroup>();

/** What can be done on the present page by group, the page's own first. */
export function currentCommands(): CommandGroup[] {
  const groups = new Map<string, Command[]>();
  for (const { group, commands } of [...offered.values()].reverse()) {
    groups.set(group, [...(groups.get(group) ?? []), ...commands]);
  }
  return Array.from(groups, ([group, commands]) => ({ group, commands }));
}

/** Whether letters alone do something: some type them by accident, or speak to their computer (WCAG 2.1.4). */
export const singleKeys = createStore(true);

const STORED = 'channel-single-keys';

export function switchSingleKeys(isOn: boolean): void {
  window.localStorage.setItem(STORED, isOn ? 'on' : 'off');
  singleKeys.set(isOn);
}

/** Offers commands for as long as the component is there. They work as soon as it is seen: hence before it is painted. */
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

/** Listens to the keyboard for all commands; mounted once. */
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

/** Where letters are typed, or where a dialog or an open list has the keyboard. */
function takesLetters(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'submit'].includes(target.type);
  return (
    ['TEXTAREA', 'SELECT'].includes(target.tagName) ||
    target.closest('[role="dialog"], [role="menu"], [role="listbox"]') !== null
  );
}
