import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Group, Image, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Amount } from '#components/amount.tsx';
import { CopyText } from '#components/copy-text.tsx';
import { Link } from '#components/link.tsx';
import { Nothing } from '#components/nothing.tsx';
import { PassengerNames } from '#components/passenger-names.tsx';
import { EditButton } from '../edit/edit-button.tsx';
import { Editable } from '../edit/editable.tsx';
import type { Order } from '../order-query.ts';
import { StartsAt } from '../starts-at.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { OrderStepper } from '../step/order-stepper.tsx';
import { EndsAt } from './ends-at.tsx';
import { OrderActs } from './order-acts.tsx';
import classes from './order-header.module.css';

/** The summary of an order. */
export function OrderHeader({ order, listHref }: { order: Order; listHref: string }) {
  const { t } = useLingui();
  const { id, bookedDetails, city } = order;
  return (
    <header>
      <Group justify="space-between" mih={30}>
        <Anchor component={Link} href={listHref} size="sm" c="dimmed" className={classes.back}>
          <IconArrowLeft size={15} aria-hidden /> <Trans>Orders</Trans>
        </Anchor>
        <OrderStepper orderId={order.id} />
      </Group>
      <Group wrap="nowrap" align="flex-start" gap="md" mt="sm">
        {bookedDetails && (
          <Image
            src={bookedDetails.product.thumbnail.url}
            alt=""
            w={64}
            h={64}
            radius="md"
            visibleFrom="xs"
            className={classes.picture}
          />
        )}
        <Stack gap={4} miw={0}>
          <Group gap="sm">
            <Title order={1}>
              <Trans>Order {id}</Trans>
            </Title>
            <Editable field="status">
              <StatusBadge status={order.status} size="lg" />
            </Editable>
            {order.referenceCode && (
              <Text component="div" size="sm" c="dimmed">
                <CopyText text={order.referenceCode} label={t`Copy reference code`} />
              </Text>
            )}
          </Group>
          <Text c="dimmed">
            {bookedDetails ? (
              <>
                <Text span fw={550} c="var(--mantine-color-text)">
                  {bookedDetails.product.title}
                </Text>{' '}
                · {bookedDetails.serviceLevel.title}
              </>
            ) : (
              t`No booking yet: the order is a cart.`
            )}
          </Text>
        </Stack>
        <EditButton />
      </Group>
      <OrderActs order={order} />
      <dl className={classes.glance}>
        <Glance name={t`Starts at`}>
          <StartsAt order={order} stacked long />
        </Glance>
        <Glance name={t`Ends at`}>
          <EndsAt order={order} />
        </Glance>
        <Glance name={t`City`}>
          {city.name}
          <br />
          <Text span inherit c="dimmed">
            {city.country.name}
          </Text>
        </Glance>
        <Glance name={t`Passengers`}>
          {order.passengers.length > 0 ? (
            <PassengerNames passengers={order.passengers} />
          ) : (
            <Nothing meaning={t`No passengers`} />
          )}
        </Glance>
        <Glance name={t`Client`}>{order.client.name}</Glance>
        <Glance name={t`Total sold`}>
          <Amount money={order.totalPrices.sold} strong />
        </Glance>
      </dl>
    </header>
  );
}

function Glance({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className={classes.item}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
