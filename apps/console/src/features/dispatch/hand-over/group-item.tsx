import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { NativeSelect, Stack, Text } from '@mantine/core';
import { ClashNotes } from '#components/clash-notes.tsx';
import { useLocale } from '#components/regional.tsx';
import { TextLink } from '#components/text-link.tsx';
import { formatTime } from '#lib/format.ts';
import { localMinute } from '#lib/local-minute.ts';
import { TASKS } from '../board/card-text.ts';
import { passengersIn } from '../passengers-in.ts';
import classes from './hand-over.module.css';
import type { Group, HandOver, Substitute } from './hand-over-query.ts';

const NOBODY = 'nobody';

type GroupItemProps = {
  group: Group;
  handOver: HandOver;
  /** Drafts a person for the jobs of the group. */
  give: (group: Group, personId: number | null) => void;
};

/** Jobs that are handed over together, with the people who can do them and why the others cannot. */
export function GroupItem({ group, handOver, give }: GroupItemProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { person, substitutes } = handOver;
  const [first] = group.jobs;
  if (!first) return null;
  const task = t(TASKS[first.task]);
  const start = first.time ? formatTime(locale, first.time) : t`No time`;
  const { name } = person;
  const free = substitutes.filter((one) => one.free.includes(group.id));
  const busy = substitutes.filter((one) => one.busy.includes(group.id));
  const chosen = busy.find((one) => one.person.id === first.personId);
  const asOption = (one: Substitute) => ({ value: String(one.person.id), label: one.person.name });
  const isListed = [...free, ...busy].some((one) => one.person.id === first.personId);
  return (
    <li className={classes.group} data-drafted={first.personId !== person.id || undefined}>
      <Stack gap={2}>
        <Text fw={600} size="sm" suppressHydrationWarning>
          {start}
          <Until job={first} /> · {task} · {first.order.city.name}
        </Text>
        <Text size="sm">{first.order.bookedDetails?.product.title}</Text>
        <Text size="sm" c="dimmed">
          <Orders group={group} /> · <Plural value={passengersIn(group.jobs)} one="# guest" other="# guests" />
        </Text>
      </Stack>
      <Stack gap={6} fz="sm">
        <NativeSelect
          label={t`Who does ${task}, ${start}`}
          value={first.personId === null ? NOBODY : String(first.personId)}
          data={[
            { value: String(person.id), label: t`Still ${name}` },
            { value: NOBODY, label: t`Unassigned` },
            { group: t`Free`, items: free.map(asOption) },
            { group: t`Not free`, items: busy.map(asOption) },
            // Somebody who was assigned meanwhile and is not among those compared.
            ...(isListed || first.personId === null || first.personId === person.id
              ? []
              : [{ value: String(first.personId), label: t`Somebody else` }]),
          ]}
          onChange={({ currentTarget }) =>
            give(group, currentTarget.value === NOBODY ? null : Number(currentTarget.value))
          }
        />
        {chosen && (
          <ClashNotes clashes={reasonsOf(chosen, group)} label={t`Clashes of ${{ name: chosen.person.name }}`} />
        )}
        {free.length === 0 && (
          <Text size="sm" fw={600}>
            <Trans>Nobody is free.</Trans>
          </Text>
        )}
        {busy.length > 0 && <WhyNot busy={busy} group={group} />}
      </Stack>
    </li>
  );
}

function Until({ job: { time, endsAt, isEstimated, timeZone } }: { job: Group['jobs'][number] }) {
  const locale = useLocale();
  if (!time || !endsAt) return null;
  const end = formatTime(locale, localMinute(new Date(endsAt), timeZone).slice(11, 16));
  return isEstimated ? (
    <>
      {' '}
      <Trans>until about {end}</Trans>
    </>
  ) : (
    `–${end}`
  );
}

const Orders = ({ group }: { group: Group }) =>
  group.jobs.map(({ id, order }, index) => {
    const orderId = order.id;
    return (
      <span key={id}>
        {index > 0 && ', '}
        <TextLink href={`/orders/${orderId}`}>
          <Trans>Order {orderId}</Trans>
        </TextLink>
      </span>
    );
  });

function WhyNot({ busy, group }: { busy: readonly Substitute[]; group: Group }) {
  return (
    <details>
      <Text component="summary" size="sm">
        <Plural value={busy.length} one="Why # person is not free" other="Why # people are not free" />
      </Text>
      <ul className={classes.reasons}>
        {busy.map((one) => (
          <li key={one.person.id}>
            <strong>{one.person.name}</strong>
            <ClashNotes clashes={reasonsOf(one, group)} label={one.person.name} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function reasonsOf({ clashes }: Substitute, { jobs }: Group) {
  const ids = new Set(jobs.map(({ id }) => id));
  return clashes.filter((clash) => clash.jobs.some(({ id }) => ids.has(id)));
}
