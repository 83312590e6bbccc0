import { Table, Text, Title } from '@mantine/core';
import { TimeOfDay, Zone } from '#components/moments.tsx';
import { PhoneLinks } from '#components/phone-links.tsx';
import { splitLocal } from '#lib/format.ts';
import { guestsText, taskText } from '../board/card-text.ts';
import { passengersIn } from '../passengers-in.ts';
import classes from './manifest.module.css';
import type { ManifestJob } from './manifest-query.ts';

/** The jobs of one person on a day; printed on a separate page. */
export function PersonSheet({ name, jobs }: { name: string; jobs: ManifestJob[] }) {
  return (
    <section aria-label={name} className={classes.sheet}>
      <Title order={2} size="h3">
        {name}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {jobs.length === 1 ? '1 job' : `${jobs.length} jobs`} · {guestsText(passengersIn(jobs))}
      </Text>
      <div className={classes.scroll}>
        <Table verticalSpacing={6} withTableBorder withColumnBorders className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Time</Table.Th>
              <Table.Th scope="col">Task and location</Table.Th>
              <Table.Th scope="col">Order</Table.Th>
              <Table.Th scope="col">Passengers</Table.Th>
              <Table.Th scope="col">Contact</Table.Th>
              <Table.Th scope="col">Notes</Table.Th>
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
  const [leader] = order.passengers;
  const begins = order.startsAtLocal && splitLocal(order.startsAtLocal).time;
  return (
    <Table.Tr>
      <Table.Td className={classes.time}>
        {time ? <TimeOfDay time={time} /> : 'No time'}
        {startsAt && (
          <Text size="xs" c="dimmed">
            <Zone timeZone={timeZone} instant={startsAt} />
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <strong>{taskText(task)}</strong>
        {task !== 'guide' && <div>{place?.address ?? 'No location set'}</div>}
        <Text inherit c="dimmed">
          {order.bookedDetails
            ? `${order.bookedDetails.product.title}, ${order.bookedDetails.serviceLevel.title}`
            : 'No booking'}
          , {order.city.name}
          {task === 'pickup' && begins && (
            <>
              , begins <TimeOfDay time={begins} />
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
        {order.status === 'InCart' && <div>In cart</div>}
      </Table.Td>
      <Table.Td>
        <strong>{guestsText(passengerCount)}</strong>
        <ul className={classes.guests}>
          {order.passengers.map(({ id, firstName, lastName, isLeader, priceCategory }) => (
            <li key={id}>
              {`${firstName} ${lastName}`.trim() || 'No name'}
              {isLeader && ' (leader)'}
              {priceCategory && `, ${priceCategory.title}`}
            </li>
          ))}
        </ul>
      </Table.Td>
      <Table.Td>
        {leader && <PhoneLinks passenger={leader} />}
        {order.contactPerson && <div>Contact person: {order.contactPerson.name}</div>}
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
