import { useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useEffect } from 'react';
import { KeyCaps } from '#components/keyboard/key-caps.tsx';
import classes from './palette-dialog.module.css';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';

type PaletteListProps = {
  id: string;
  groups: PaletteGroup[];
  current: PaletteEntry | undefined;
  optionId: (entry: PaletteEntry) => string;
  choose: (entry: PaletteEntry, inNewTab?: boolean) => void;
  /** Called when the pointer moves over an entry. */
  point: (entry: PaletteEntry) => void;
};

/** The results by kind; the focus stays in the field above. */
export function PaletteList({ id, groups, current, optionId, choose, point }: PaletteListProps) {
  const { t } = useLingui();
  const currentId = current && optionId(current);
  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);
  return (
    <div id={id} role="listbox" aria-label={t`Results`} className={classes.list}>
      {groups.map(({ label, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, not options
        <div key={label} role="group" aria-label={label} className={classes.group}>
          <Text size="xs" c="dimmed" fw={600} aria-hidden className={classes.heading}>
            {label}
          </Text>
          {entries.map((entry) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: options of a combobox never have the focus themselves
            <div
              key={entry.id}
              id={optionId(entry)}
              role="option"
              aria-selected={entry === current}
              className={classes.option}
              onClick={({ ctrlKey, metaKey }) => choose(entry, ctrlKey || metaKey)}
              onMouseMove={() => point(entry)}
            >
              <span className={classes.icon}>{entry.icon}</span>
              <span className={classes.words}>
                <span className={classes.label}>{entry.label}</span>
                {entry.hint && <span className={classes.hint}>{entry.hint}</span>}
              </span>
              {entry.keys && <KeyCaps keys={entry.keys} />}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
