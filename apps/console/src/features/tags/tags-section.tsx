'use client';

import { Trans, useLingui } from '@lingui/react/macro';
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
  const { t } = useLingui();
  return (
    <Section title={t`Tags`}>
      <TagsEditor {...props} />
    </Section>
  );
}

/** The tags of a resource with inline editing. */
export function TagsEditor(props: TaggedProps) {
  const { t } = useLingui();
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
          <Trans>No tags from your organization.</Trans>
        </Text>
      )}
      {mayTag ? (
        <Button variant="default" size="compact-sm" onClick={open} aria-label={t`Edit tags of ${of}`}>
          <Trans>Edit tags</Trans>
        </Button>
      ) : (
        <Text size="xs" c="dimmed">
          <Trans>Your roles don’t allow changing these tags.</Trans>
        </Text>
      )}
    </Stack>
  );
}
