import { Fact, Facts } from '#components/facts.tsx';
import { Nothing } from '#components/nothing.tsx';
import { Person } from '#components/person.tsx';
import { Section } from '#components/section.tsx';
import { Editable } from '../edit/editable.tsx';
import { JobClashes } from '../edit/job-clashes.tsx';
import type { Order } from '../order-query.ts';

/** The issuer, contact person, client, guide and supplier of an order. */
export function OrderPeople({ order }: { order: Order }) {
  return (
    <Section title="People">
      <Facts>
        <Fact name="Contact person">
          <Editable field="contactPerson">
            <Person person={order.contactPerson} />
          </Editable>
        </Fact>
        <Fact name="Guide">
          <Editable field="tourGuide">
            <Person person={order.tourGuide} />
          </Editable>
          <JobClashes task="guide" />
        </Fact>
        <Fact name="Issuer">
          <Person person={order.issuer} />
        </Fact>
        <Fact name="Client">{order.client.name}</Fact>
        <Fact name="Supplier">{order.supplier?.name ?? <Nothing meaning="No supplier" />}</Fact>
      </Facts>
    </Section>
  );
}
