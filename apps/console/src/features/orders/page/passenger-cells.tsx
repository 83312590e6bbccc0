import { Anchor, Badge, Group, Text } from '@mantine/core';
import { Nothing } from '#components/nothing.tsx';
import { fullName } from '#components/passenger-names.tsx';
import type { Order, Prices } from '../order-query.ts';

export type PassengerRow = {
  passenger: Order['passengers'][number];
  /** The prices of the passenger's seat; undefined if the booking is priced per item. */
  prices: Prices | undefined;
};

type PassengerProps = { passenger: Order['passengers'][number] };

/** The name, with gender and a badge for the leader. */
export function PassengerName({ passenger }: PassengerProps) {
  return (
    <>
      <Text inherit fw={550}>
        {fullName(passenger)}
      </Text>
      <Group gap={6} c="dimmed">
        {passenger.isLeader && <Badge size="sm">Leader</Badge>}
        {passenger.gender}
      </Group>
    </>
  );
}

/** The price category at booking time. */
export function PassengerCategory({ passenger: { priceCategory } }: PassengerProps) {
  if (!priceCategory) return <Nothing meaning="No category" />;
  const { min, max } = priceCategory.ageRange;
  return (
    <>
      {priceCategory.title}
      <Text inherit c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {min}–{max} years
      </Text>
    </>
  );
}

/** Minimum height of adjacent links, so that a touch hits only one. */
const LINE = '24px';

const digits = (number: string) => number.replace(/\D/g, '');

/** An e-mail address that may wrap before its `@` only. */
function Address({ email }: { email: string }) {
  const [name, ...host] = email.split(/(?=@)/);
  return (
    <>
      {name}
      <wbr />
      {host}
    </>
  );
}

/** The contact details of a passenger as links to mail, call or chat. */
export function PassengerContact({ passenger }: PassengerProps) {
  const { email, phoneNumber, whatsappNumber } = passenger;
  const phone = phoneNumber && `${passenger.phoneCountryCode} ${phoneNumber}`.trim();
  if (!email && !phone && !whatsappNumber) return <Nothing meaning="No contact" />;
  return (
    <>
      {email && (
        <Anchor inherit display="block" lh={LINE} href={`mailto:${encodeURI(email)}`}>
          <Address email={email} />
        </Anchor>
      )}
      {phone && (
        <Anchor inherit display="block" lh={LINE} href={`tel:${phone.replace(/[^+\d]/g, '')}`} className="tabular">
          {phone}
        </Anchor>
      )}
      {whatsappNumber && (
        <Anchor
          inherit
          display="block"
          lh={LINE}
          href={`https://wa.me/${digits(whatsappNumber)}`}
          target="_blank"
          rel="noreferrer"
          className="tabular"
        >
          WhatsApp{digits(whatsappNumber) !== digits(phone) && ` ${whatsappNumber}`}
        </Anchor>
      )}
    </>
  );
}
