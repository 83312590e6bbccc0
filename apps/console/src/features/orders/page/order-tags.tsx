'use client';

import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { Section } from '#components/section.tsx';
import { Tags } from '#components/tags.tsx';
import { useOrderEdit } from '../edit/order-edit.tsx';
import { TagsForm } from '../edit/tags-form.tsx';
import type { Order } from '../order-query.ts';

/** The tags of the order itself. */
export function OrderTags({ order }: { order: Order }) {
  const [isEditing, setEditing] = useState(false);
  const mayEdit = useOrderEdit().mayChange('tags');
  return (
    <Section
      title="Tags"
      aside={
        !isEditing &&
        mayEdit && (
          <Button size="compact-sm" variant="default" onClick={() => setEditing(true)}>
            Edit tags
          </Button>
        )
      }
    >
      {isEditing ? (
        <TagsForm order={order} onEnd={() => setEditing(false)} />
      ) : order.tags.length === 0 ? (
        <Text size="sm" c="dimmed">
          No tags.
        </Text>
      ) : (
        <Tags tags={order.tags} of={`order ${order.id}`} />
      )}
    </Section>
  );
}
