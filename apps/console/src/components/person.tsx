import { useLingui } from '@lingui/react/macro';
import { Avatar, Group, Stack, Text } from '@mantine/core';
import { type TagFacts, Tags } from './tags.tsx';

type PersonProps = {
  person: { name: string; profilePhotoUrl: string; tags: TagFacts[] } | null;
  /** Shown if there is no person; `Unassigned` by default. */
  absent?: string;
};

/** A person's picture, name and tags. */
export function Person({ person, absent }: PersonProps) {
  const { t } = useLingui();
  if (!person)
    return (
      <Text inherit c="dimmed">
        {absent ?? t`Unassigned`}
      </Text>
    );
  return (
    <Stack gap={4}>
      <Group gap={8} wrap="nowrap">
        <Avatar src={person.profilePhotoUrl} name={person.name} alt="" size={22} color="initials" />
        <Text inherit lh={1.3}>
          {person.name}
        </Text>
      </Group>
      <Tags tags={person.tags} of={person.name} />
    </Stack>
  );
}
