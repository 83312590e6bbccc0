import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Badge, Group, Text } from '@mantine/core';
import { Nothing } from '#components/nothing.tsx';
import { fullName } from '#components/passenger-names.tsx';
import { LINK_HEIGHT, PhoneLinks } from '#components/phone-links.tsx';
import type { Order, Prices } from '../order-query.ts';

export type PassengerRow = {
  passenger: Order['passengers'][number];
  /** The prices of the passenger's seat; undefined if the booking is priced per item. */
  prices: Prices | undefined;
};

type PassengerProps = { passenger: Order['passengers'][number] };

/** The name, with gender and a badge for the leader. */
export function PassengerName({ passenger }: PassengerProps) {
  const { i18n } = useLingui();
  return (
    <>
      <Text inherit fw={550}>
        {fullName(i18n, passenger)}
      </Text>
      <Group gap={6} c="dimmed">
        {passenger.isLeader && (
          <Badge size="sm">
            <Trans>Leader</Trans>
          </Badge>
        )}
        {passenger.gender}
      </Group>
    </>
  );
}

/** The price category at booking time. */
export function PassengerCategory({ passenger: { priceCategory } }: PassengerProps) {
  const { t } = useLingui();
  if (!priceCategory) return <Nothing meaning={t`No category`} />;
  const { min, max } = priceCategory.ageRange;
  return (
    <>
      {priceCategory.title}
      <Text inherit c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        <Trans>
          {min}–{max} years
        </Trans>
      </Text>
    </>
  );
}

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
  const { t } = useLingui();
  const { email, phoneNumber, whatsappNumber } = passenger;
  if (!email && !phoneNumber && !whatsappNumber) return <Nothing meaning={t`No contact`} />;
  return (
    <>
      {email && (
        <Anchor inherit display="block" lh={LINK_HEIGHT} href={`mailto:${encodeURI(email)}`}>
          <Address email={email} />
        </Anchor>
      )}
      <PhoneLinks passenger={passenger} />
    </>
  );
}
