import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Table, Text, Title } from '@mantine/core';
import { TimeOfDay, Zone } from '#components/moments.tsx';
import { PhoneLinks } from '#components/phone-links.tsx';
import { splitLocal } from '#lib/format.ts';
import { TASKS } from '../board/card-text.ts';
import { passengersIn } from '../passengers-in.ts';
import classes from './manifest.module.css';
import type { ManifestJob } from './manifest-query.ts';

/** The jobs of one person on a day; printed on a separate page. */
export function PersonSheet({ name, jobs }: { name: string; jobs: ManifestJob[] }) {
  const jobCount = jobs.length;
  const passengers = passengersIn(jobs);
  return (
    <section aria-label={name} className={classes.sheet}>
      <Title order={2} size="h3">
        {name}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        <Plural value={jobCount} one="# job" other="# jobs" /> ·{' '}
        <Plural value={passengers} one="# passenger" other="# passengers" />
      </Text>
      <div className={classes.scroll}>
        <Table verticalSpacing={6} withTableBorder withColumnBorders className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">
                <Trans>Time</Trans>
              </Table.Th>
              <Table.Th scope="col">
                <Trans>Task and location</Trans>
              </Table.Th>
              <Table.Th scope="col">
                <Trans>Order</Trans>
              </Table.Th>
              <Table.Th scope="col">
                <Trans>Passengers</Trans>
              </Table.Th>
              <Table.Th scope="col">
                <Trans>Contact</Trans>
              </Table.Th>
              <Table.Th scope="col">
                <Trans>Notes</Trans>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {jobs.map((job) => (
              <JobRow key={job.id} job={job} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
}

function JobRow({ job: { task, time, timeZone, startsAt, place, passengerCount, order } }: { job: ManifestJob }) {
  const { t } = useLingui();
  const [leader] = order.passengers;
  const begins = order.startsAtLocal && splitLocal(order.startsAtLocal).time;
  return (
    <Table.Tr>
      <Table.Td className={classes.time}>
        {time ? <TimeOfDay time={time} /> : t`No time`}
        {startsAt && (
          <Text size="xs" c="dimmed">
            <Zone timeZone={timeZone} instant={startsAt} />
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <strong>{t(TASKS[task])}</strong>
        {task !== 'guide' && <div>{place?.address ?? t`No location set`}</div>}
        <Text inherit c="dimmed">
          {order.bookedDetails
            ? `${order.bookedDetails.product.title}, ${order.bookedDetails.serviceLevel.title}`
            : t`No booking`}
          , {order.city.name}
          {task === 'pickup' && begins && (
            <>
              ,{' '}
              <Trans>
                begins <TimeOfDay time={begins} />
              </Trans>
            </>
          )}
        </Text>
      </Table.Td>
      <Table.Td>
        <span className="tabular">{order.id}</span>
        {order.referenceCode && <div>{order.referenceCode}</div>}
        <Text inherit c="dimmed">
          {order.client.name}
        </Text>
        {order.status === 'InCart' && (
          <div>
            <Trans>In cart</Trans>
          </div>
        )}
      </Table.Td>
      <Table.Td>
        <strong>
          <Plural value={passengerCount} one="# passenger" other="# passengers" />
        </strong>
        <ul className={classes.guests}>
          {order.passengers.map(({ id, firstName, lastName, isLeader, priceCategory }) => (
            <li key={id}>
              {`${firstName} ${lastName}`.trim() || t`No name`}
              {isLeader && ` ${t`(leader)`}`}
              {priceCategory && `, ${priceCategory.title}`}
            </li>
          ))}
        </ul>
      </Table.Td>
      <Table.Td>
        {leader && <PhoneLinks passenger={leader} />}
        {order.contactPerson && <div>{t`Contact person: ${{ name: order.contactPerson.name }}`}</div>}
      </Table.Td>
      <Table.Td>
        {order.tags.map(({ key, value }) => (
          <div key={key}>
            {key}: {value}
          </div>
        ))}
      </Table.Td>
    </Table.Tr>
  );
}
