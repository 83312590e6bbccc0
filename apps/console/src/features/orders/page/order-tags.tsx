import { Text } from '@mantine/core';
import { Section } from '#components/section.tsx';
import { Tags } from '#components/tags.tsx';
import type { Order } from '../order-query.ts';

/** The tags of the order itself. */
export function OrderTags({ order }: { order: Order }) {
  return (
    <Section title="Tags">
      {order.tags.length === 0 ? (
        <Text size="sm" c="dimmed">
          No tags.
        </Text>
      ) : (
        <Tags tags={order.tags} of={`order ${order.id}`} />
      )}
    </Section>
  );
}
