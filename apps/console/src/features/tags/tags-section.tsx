'use client';

import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import dynamic from 'next/dynamic';
import { useMay } from '#components/rights.tsx';
import { Section } from '#components/section.tsx';
import { Tags } from '#components/tags.tsx';
import type { TaggedProps } from './edit-tags.tsx';

const EditTags = dynamic(() => import('./edit-tags.tsx').then((module) => module.EditTags));

/** The tags of a resource as a section of its page. */
export function TagsSection(props: TaggedProps) {
  return (
    <Section title="Tags">
      <TagsEditor {...props} />
    </Section>
  );
}

/** The tags of a resource with inline editing. */
export function TagsEditor(props: TaggedProps) {
  const [isOpen, { open, close }] = useDisclosure();
  const mayTag = useMay('sharedTags');
  const { of, tags } = props;
  if (isOpen) return <EditTags {...props} close={close} />;
  return (
    <Stack gap="sm" align="flex-start">
      {tags.length > 0 ? (
        <Tags tags={tags} of={of} />
      ) : (
        <Text size="sm" c="dimmed">
          No tags from your organization.
        </Text>
      )}
      {mayTag ? (
        <Button variant="default" size="compact-sm" onClick={open} aria-label={`Edit tags of ${of}`}>
          Edit tags
        </Button>
      ) : (
        <Text size="xs" c="dimmed">
          Your roles don’t allow changing these tags.
        </Text>
      )}
    </Stack>
  );
}
