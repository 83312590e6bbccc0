import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { Day, TimeOfDay, Zone } from '#components/moments.tsx';
import { Section } from '#components/section.tsx';
import { TextLink } from '#components/text-link.tsx';
import classes from './overview.module.css';
import type { Overview } from './overview-query.ts';

const SIDES = { pickup: msg`Pickup`, dropoff: msg`Drop-off` };

/** Pickups and drop-offs of the next days without a driver. */
export function UnassignedTransfers({ transfers: { total, entries } }: { transfers: Overview['unassignedTransfers'] }) {
  const { t } = useLingui();
  const more = total - entries.length;
  return (
    <Section
      title={t`Transfers without a driver`}
      aside={
        <Text size="sm" c="dimmed">
          <Trans>Within 7 days, local times</Trans>
        </Text>
      }
    >
      {entries.length > 0 ? (
        <>
          <ul className={classes.list}>
            {entries.map(({ side, transfer, order: { id, city, timeZone } }) => (
              <li key={transfer.id}>
                <TextLink href={`/orders/${id}`}>
                  <Trans>Order {id}</Trans>
                </TextLink>
                {' · '}
                {t(SIDES[side])} {transfer.date && <Day day={transfer.date} />}{' '}
                {transfer.time && <TimeOfDay time={transfer.time} />}{' '}
                {transfer.date && transfer.time && <Zone timeZone={timeZone} instant={`${transfer.date}T12:00:00Z`} />}
                <Text inherit c="dimmed">
                  {[transfer.location.point?.address, city.name].filter(Boolean).join(', ')}
                </Text>
              </li>
            ))}
          </ul>
          {more > 0 && (
            <Text size="sm" c="dimmed" mt="xs">
              <Plural value={more} one="and # more" other="and # more" />
            </Text>
          )}
        </>
      ) : (
        <Text size="sm" c="dimmed">
          <Trans>All transfers have a driver.</Trans>
        </Text>
      )}
    </Section>
  );
}
