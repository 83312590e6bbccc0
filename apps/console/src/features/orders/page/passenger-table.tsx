import { Trans } from '@lingui/react/macro';
import { Table } from '@mantine/core';
import { PassengerCategory, PassengerContact, PassengerName, type PassengerRow } from './passenger-cells.tsx';
import classes from './passengers.module.css';
import { PriceCells, PriceHeads } from './prices.tsx';

/** Passengers as a table. */
export function PassengerTable({ rows, hasPrices }: { rows: PassengerRow[]; hasPrices: boolean }) {
  return (
    <Table className={classes.table} verticalSpacing={8} horizontalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">
            <Trans>Name</Trans>
          </Table.Th>
          <Table.Th scope="col">
            <Trans>Category</Trans>
          </Table.Th>
          <Table.Th scope="col">
            <Trans>Contact</Trans>
          </Table.Th>
          {hasPrices && <PriceHeads />}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ passenger, prices }) => (
          <Table.Tr key={passenger.id}>
            <Table.Td>
              <PassengerName passenger={passenger} />
            </Table.Td>
            <Table.Td>
              <PassengerCategory passenger={passenger} />
            </Table.Td>
            <Table.Td>
              <PassengerContact passenger={passenger} />
            </Table.Td>
            {hasPrices && <PriceCells prices={prices} />}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
