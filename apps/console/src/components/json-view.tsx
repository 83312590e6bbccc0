'use client';

import { useLingui } from '@lingui/react/macro';
import { Button, CopyButton, Group, SegmentedControl } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { JsonTree } from './json-tree.tsx';
import classes from './json-view.module.css';
import { ScrollBox } from './list/scroll-box.tsx';

type JsonViewProps = {
  /** The text as sent or received; shown unchanged if it is not JSON. */
  text: string;
  /** The accessible name, such as `Body of the event`. */
  name: string;
};

/** A JSON text as a collapsible tree or as the exact text, with a copy button. */
export function JsonView({ text, name }: JsonViewProps) {
  const { t } = useLingui();
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
            aria-label={t`${name}: view`}
            data={[
              { value: 'tree', label: t`Tree` },
              { value: 'text', label: t`As sent` },
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
              aria-label={t`Copy: ${name}`}
            >
              {copied ? t`Copied` : t`Copy`}
            </Button>
          )}
        </CopyButton>
      </Group>
      <ScrollBox className={classes.box} label={name}>
        {value !== undefined && form === 'tree' ? (
          <JsonTree value={value} />
        ) : (
          <pre className={classes.text}>{text}</pre>
        )}
      </ScrollBox>
    </div>
  );
}

/** The object or list in a JSON text; undefined for anything else. */
function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
