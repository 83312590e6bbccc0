import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconFlag, IconMapPin } from '@tabler/icons-react';
import { Fact, Facts } from '#components/facts.tsx';
import { Day, TimeOfDay, Zone } from '#components/moments.tsx';
import { Nothing } from '#components/nothing.tsx';
import { Person } from '#components/person.tsx';
import { Section } from '#components/section.tsx';
import { Tags } from '#components/tags.tsx';
import { Editable } from '../edit/editable.tsx';
import { JobClashes } from '../edit/job-clashes.tsx';
import { JobCrew } from '../edit/job-crew.tsx';
import type { Order, Transfer } from '../order-query.ts';
import classes from './order-transfers.module.css';

/** The pickup and drop-off of an order. */
export function OrderTransfers({ order }: { order: Order }) {
  const { t } = useLingui();
  const zone = { timeZone: order.timeZone, near: order.startsAt ?? order.createdAt };
  return (
    <Section title={t`Transfers`}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xl">
        <OneTransfer side="pickup" title={t`Pickup`} icon={IconMapPin} transfer={order.pickup} {...zone} />
        <OneTransfer side="dropoff" title={t`Drop-off`} icon={IconFlag} transfer={order.dropoff} {...zone} />
      </SimpleGrid>
    </Section>
  );
}

type OneTransferProps = {
  side: 'pickup' | 'dropoff';
  title: string;
  icon: typeof IconMapPin;
  transfer: Transfer;
  timeZone: string;
  /** An instant close to the transfer, to find out whether daylight saving time applies. */
  near: string;
};

function OneTransfer({ side, title, icon: TransferIcon, transfer, timeZone, near }: OneTransferProps) {
  const { t } = useLingui();
  const { date, time, driver, location, tags } = transfer;
  return (
    <Stack gap="xs">
      <Title order={3} className={classes.title}>
        <TransferIcon size={16} stroke={1.8} aria-hidden />
        {title}
      </Title>
      <Facts>
        <Fact name={t`Driver`}>
          <Editable field={`${side}.driver`}>
            <Person person={driver} />
          </Editable>
          <JobCrew task={side} />
          <JobClashes task={side} />
        </Fact>
        <Fact name={t`Date`}>
          <Editable field={`${side}.date`}>
            {date ? <Day day={date} long /> : <Nothing meaning={t`No date`} />}
          </Editable>
        </Fact>
        <Fact name={t`Time`}>
          <Editable field={`${side}.time`}>
            {time ? (
              <span className="tabular">
                <TimeOfDay time={time} />{' '}
                <Text span inherit c="dimmed">
                  <Zone timeZone={timeZone} instant={near} />
                </Text>
              </span>
            ) : (
              <Nothing meaning={t`No time`} />
            )}
          </Editable>
        </Fact>
        <Fact name={t`Location`}>
          <Editable field={`${side}.spot`}>
            {location.point ? <Place point={location.point} /> : <Nothing meaning={t`No location`} />}
          </Editable>
        </Fact>
      </Facts>
      <Tags tags={tags} of={side === 'pickup' ? t`pickup` : t`drop-off`} />
    </Stack>
  );
}

function Place({ point }: { point: NonNullable<Transfer['location']['point']> }) {
  const { t } = useLingui();
  const spot = `${point.latitude},${point.longitude}`;
  return (
    <>
      {point.address || point.city.name}{' '}
      <Anchor
        inherit
        underline="always"
        href={`https://www.openstreetmap.org/?mlat=${point.latitude}&mlon=${point.longitude}#map=17/${point.latitude}/${point.longitude}`}
        target="_blank"
        rel="noreferrer"
        aria-label={t`Map of ${{ place: point.address || spot }}, in a new tab`}
      >
        <Trans>Map</Trans>
      </Anchor>
    </>
  );
}
