import { Group, Stack } from '@mantine/core';
import { PassengerCategory, PassengerContact, PassengerName, type PassengerRow } from './passenger-cells.tsx';
import classes from './passengers.module.css';
import { PriceList } from './prices.tsx';

/** Passengers as a list for narrow screens. */
export function PassengerList({ rows }: { rows: PassengerRow[] }) {
  return (
    <ul className={classes.list}>
      {rows.map(({ passenger, prices }) => (
        <li key={passenger.id} className={classes.item}>
          <Stack gap={6} fz="sm">
            <Group justify="space-between" align="flex-start" wrap="nowrap">
              <div>
                <PassengerName passenger={passenger} />
              </div>
              <div style={{ textAlign: 'end' }}>
                <PassengerCategory passenger={passenger} />
              </div>
            </Group>
            <div>
              <PassengerContact passenger={passenger} />
            </div>
            {prices && <PriceList prices={prices} />}
          </Stack>
        </li>
      ))}
    </ul>
  );
}
