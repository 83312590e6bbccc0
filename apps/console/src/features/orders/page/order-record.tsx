'use client';

import { useLingui } from '@lingui/react/macro';
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
  const { t } = useLingui();
  const timeZone = useOrganizationTimeZone();
  return (
    <Section title={t`Record`}>
      <Facts>
        <Fact name={t`Created`}>
          <Instant instant={order.createdAt} timeZone={timeZone} />
        </Fact>
        <Fact name={t`Booked`}>
          {order.bookedAt ? (
            <Instant instant={order.bookedAt} timeZone={timeZone} />
          ) : (
            <Nothing meaning={t`Not booked`} />
          )}
        </Fact>
        <Fact name={t`Last change`}>
          <Instant instant={order.updatedAt} timeZone={timeZone} />
        </Fact>
        <Fact name={t`Reference`}>
          <Editable field="referenceCode">
            {order.referenceCode ? (
              <CopyText text={order.referenceCode} label={t`Copy reference code`} />
            ) : (
              <Nothing meaning={t`No reference code`} />
            )}
          </Editable>
        </Fact>
        <Fact name={t`Version`}>{order.version}</Fact>
      </Facts>
    </Section>
  );
}
