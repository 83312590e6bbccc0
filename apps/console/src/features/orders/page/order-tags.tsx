'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { Section } from '#components/section.tsx';
import { Tags } from '#components/tags.tsx';
import { useOrderEdit } from '../edit/order-edit.tsx';
import { TagsForm } from '../edit/tags-form.tsx';
import type { Order } from '../order-query.ts';

/** The tags of the order itself. */
export function OrderTags({ order }: { order: Order }) {
  const { t } = useLingui();
  const [isEditing, setEditing] = useState(false);
  const mayEdit = useOrderEdit().mayChange('tags');
  return (
    <Section
      title={t`Tags`}
      aside={
        !isEditing &&
        mayEdit && (
          <Button size="compact-sm" variant="default" onClick={() => setEditing(true)}>
            <Trans>Edit tags</Trans>
          </Button>
        )
      }
    >
      {isEditing ? (
        <TagsForm order={order} onEnd={() => setEditing(false)} />
      ) : order.tags.length === 0 ? (
        <Text size="sm" c="dimmed">
          <Trans>No tags.</Trans>
        </Text>
      ) : (
        <Tags tags={order.tags} of={t`order ${{ id: order.id }}`} />
      )}
    </Section>
  );
}
