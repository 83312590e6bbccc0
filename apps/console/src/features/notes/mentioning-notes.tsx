'use client';

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Badge, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Instant } from '#components/moments.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { Section } from '#components/section.tsx';
import { TextLink } from '#components/text-link.tsx';
import classes from './notes.module.css';
import { mentioningNotesQuery } from './notes-query.ts';
import { useLiveNotes } from './use-live-notes.ts';

/** The newest notes that mention the viewer; nothing where there are none. */
export function MentioningNotes() {
  const { t } = useLingui();
  const timeZone = useOrganizationTimeZone();
  const { data } = useQuery(mentioningNotesQuery());
  useLiveNotes();
  if (!data || data.mentioningNotes.length === 0) return null;
  const unread = data.unreadMentions;
  return (
    <Section
      title={t`Notes that mention you`}
      aside={unread > 0 && <Badge>{t`${plural(unread, { one: '# unread', other: '# unread' })}`}</Badge>}
    >
      <ul className={classes.list}>
        {data.mentioningNotes.map(({ id, text, author, order, createdAt, isUnread }) => (
          <li key={id} className={classes.note}>
            <TextLink href={`/orders/${order.id}`}>{t`Order ${order.id}`}</TextLink>{' '}
            {isUnread && <Badge size="sm">{t`Unread`}</Badge>}
            <Text size="sm" c="dimmed">
              {author.name} · <Instant instant={createdAt} timeZone={timeZone} />
            </Text>
            <Text size="sm" lineClamp={3} className={classes.text}>
              {text}
            </Text>
          </li>
        ))}
      </ul>
    </Section>
  );
}
