'use client';

import { CopyText } from '#components/copy-text.tsx';
import { Fact, Facts } from '#components/facts.tsx';
import { Instant } from '#components/moments.tsx';
import { Nothing } from '#components/nothing.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { Section } from '#components/section.tsx';
import { Editable } from '../edit/editable.tsx';
import type { Order } from '../order-query.ts';

/** When the order was created, booked and changed, in the organization's time zone; its reference code and version. */
export function OrderRecord({ order }: { order: Order }) {
  const timeZone = useOrganizationTimeZone();
  return (
    <Section title="Record">
      <Facts>
        <Fact name="Created">
          <Instant instant={order.createdAt} timeZone={timeZone} />
        </Fact>
        <Fact name="Booked">
          {order.bookedAt ? <Instant instant={order.bookedAt} timeZone={timeZone} /> : <Nothing meaning="Not booked" />}
        </Fact>
        <Fact name="Last change">
          <Instant instant={order.updatedAt} timeZone={timeZone} />
        </Fact>
        <Fact name="Reference">
          <Editable field="referenceCode">
            {order.referenceCode ? (
              <CopyText text={order.referenceCode} name="reference code" />
            ) : (
              <Nothing meaning="No reference code" />
            )}
          </Editable>
        </Fact>
        <Fact name="Version">{order.version}</Fact>
      </Facts>
    </Section>
  );
}
