import { useLingui } from '@lingui/react/macro';
import { Fact, Facts } from '#components/facts.tsx';
import { Nothing } from '#components/nothing.tsx';
import { Person } from '#components/person.tsx';
import { Section } from '#components/section.tsx';
import { Editable } from '../edit/editable.tsx';
import { JobClashes } from '../edit/job-clashes.tsx';
import { JobCrew } from '../edit/job-crew.tsx';
import type { Order } from '../order-query.ts';

/** The issuer, contact person, client, guide and supplier of an order. */
export function OrderPeople({ order }: { order: Order }) {
  const { t } = useLingui();
  return (
    <Section title={t`People`}>
      <Facts>
        <Fact name={t`Contact person`}>
          <Editable field="contactPerson">
            <Person person={order.contactPerson} />
          </Editable>
        </Fact>
        <Fact name={t`Guide`}>
          <Editable field="tourGuide">
            <Person person={order.tourGuide} />
          </Editable>
          <JobCrew task="guide" />
          <JobClashes task="guide" />
        </Fact>
        <Fact name={t`Issuer`}>
          <Person person={order.issuer} />
        </Fact>
        <Fact name={t`Client`}>{order.client.name}</Fact>
        <Fact name={t`Supplier`}>{order.supplier?.name ?? <Nothing meaning={t`No supplier`} />}</Fact>
      </Facts>
    </Section>
  );
}
