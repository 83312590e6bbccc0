import { Trans, useLingui } from '@lingui/react/macro';
import { Alert } from '@mantine/core';
import { Day } from '#components/moments.tsx';
import { TextLink } from '#components/text-link.tsx';
import classes from './overview.module.css';
import type { Overview } from './overview-query.ts';

/** Departures whose booked count differs from their bookings; hidden if there are none. */
export function UnbalancedDepartures({ departures }: { departures: Overview['unbalancedDepartures'] }) {
  const { t } = useLingui();
  if (departures.length === 0) return null;
  return (
    <Alert color="red" title={t`Inconsistent place counts`} mb="md">
      <Trans>
        The count of booked places of these departures differs from their bookings. Report this to the operator of this
        server.
      </Trans>
      <ul className={classes.list}>
        {departures.map(({ id, product, serviceLevel, date, booked, held }) => (
          <li key={id}>
            <TextLink href={`/catalogue/${product.id}`}>{product.title}</TextLink>, {serviceLevel.title}
            {date && (
              <>
                , <Day day={date} />
              </>
            )}
            :{' '}
            <Trans>
              {booked} counted, {held} held
            </Trans>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
