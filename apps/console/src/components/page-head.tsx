import { Anchor, Group, Stack, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from '#components/link.tsx';

/** Titles with more characters, such as URLs, use a smaller font. */
const LONG = 40;
/** If the title would be narrower than this, in pixels, the actions wrap below it. */
const NARROW = 240;

type PageHeadProps = {
  /** The list that the page belongs to. */
  back: { href: string; label: string };
  title: string;
  /** Shown before the title. */
  picture?: ReactNode;
  /** Shown after the title. */
  marks?: ReactNode;
  /** Actions of the page. */
  acts?: ReactNode;
  children?: ReactNode;
};

/** The head of a page: link to its list, title and actions. */
export function PageHead({ back, title, picture, marks, acts, children }: PageHeadProps) {
  return (
    <header>
      <Anchor
        component={Link}
        href={back.href}
        size="sm"
        c="dimmed"
        display="inline-flex"
        style={{ alignItems: 'center', gap: 4 }}
      >
        <IconArrowLeft size={15} aria-hidden /> {back.label}
      </Anchor>
      <Group justify="space-between" align="flex-start" gap="md" mt="sm">
        <Group wrap="nowrap" align="flex-start" gap="md" flex={`1 1 ${NARROW}px`} miw={0}>
          {picture}
          <Stack gap={4} miw={0} flex={1}>
            <Group gap="sm">
              <Title order={1} style={{ overflowWrap: 'anywhere' }} fz={title.length > LONG ? 'lg' : undefined}>
                {title}
              </Title>
              {marks}
            </Group>
            {children}
          </Stack>
        </Group>
        {acts && <Group gap="xs">{acts}</Group>}
      </Group>
    </header>
  );
}
