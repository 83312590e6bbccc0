'use client';

import { Button, CopyButton, Group, SegmentedControl } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { JsonTree } from './json-tree.tsx';
import classes from './json-view.module.css';

type JsonViewProps = {
  /** The text as it was sent or received; shown as it is where it is no JSON. */
  text: string;
  /** What it is, such as `Body of the event`. */
  name: string;
};

/** A JSON text as a tree that opens and closes, or byte for byte, with a button that copies it. */
export function JsonView({ text, name }: JsonViewProps) {
  const [form, setForm] = useState('tree');
  const value = parsed(text);
  return (
    <div>
      <Group justify="space-between" mb={6} gap="xs">
        {value === undefined ? (
          <span />
        ) : (
          <SegmentedControl
            size="xs"
            value={form}
            onChange={setForm}
            aria-label={`${name}: how it is shown`}
            data={[
              { value: 'tree', label: 'Tree' },
              { value: 'text', label: 'As sent' },
            ]}
          />
        )}
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              size="compact-sm"
              variant="subtle"
              color={copied ? 'teal' : 'gray'}
              onClick={copy}
              leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
              aria-label={`Copy: ${name}`}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by the keyboard */}
      <section className={classes.box} aria-label={name} tabIndex={0}>
        {value !== undefined && form === 'tree' ? (
          <JsonTree value={value} />
        ) : (
          <pre className={classes.text}>{text}</pre>
        )}
      </section>
    </div>
  );
}

/** The object or list in a text; undefined where it is something else. */
function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
