import { useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import classes from './tags.module.css';

export type TagFacts = { key: string; value: string | number };

/** Tags as key and value; renders nothing if there are none. */
export function Tags({ tags, of }: { tags: TagFacts[]; of: string }) {
  const { t } = useLingui();
  if (tags.length === 0) return null;
  return (
    <ul className={classes.tags} aria-label={t`Tags of ${of}`}>
      {tags.map(({ key, value }) => (
        <li key={key} className={classes.tag}>
          <Text span inherit c="dimmed">
            {key}
          </Text>{' '}
          {value}
        </li>
      ))}
    </ul>
  );
}
