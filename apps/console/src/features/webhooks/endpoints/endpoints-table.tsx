import { Badge, Group, Table, Text } from '@mantine/core';
import Link from 'next/link';
import classes from '#components/list/list-table.module.css';
import { Nothing } from '#components/nothing.tsx';
import { healthOf } from '../endpoint-health.ts';
import { Moment, ZoneNow } from '../moment.tsx';
import { ActivityBars } from './activity-bars.tsx';
import type { EndpointRow } from './endpoints-query.ts';
import { HealthBadge } from './health-badge.tsx';

/** Endpoints as a table; each row links to its endpoint. */
export function EndpointsTable({ endpoints }: { endpoints: EndpointRow[] }) {
  const isAboutOne = new Set(endpoints.map(({ organization }) => organization.id)).size === 1;
  return (
    <div className={classes.scroll}>
      <Table highlightOnHover verticalSpacing={9} horizontalSpacing={10} className={`${classes.table} ${classes.wide}`}>
        <Table.Caption className={classes.caption}>Webhook endpoints, oldest first</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Endpoint</Table.Th>
            <Table.Th scope="col">Health</Table.Th>
            <Table.Th scope="col">Accepted in 24 hours</Table.Th>
            <Table.Th scope="col" ta="right">
              Waiting
            </Table.Th>
            <Table.Th scope="col">
              Last success <ZoneNow />
            </Table.Th>
            <Table.Th scope="col">Receives</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {endpoints.map((endpoint) => (
            <Table.Tr key={endpoint.id} className={classes.row}>
              <Table.Td miw={260}>
                <Link href={`/webhooks/endpoints/${endpoint.id}`} className={classes.rowLink}>
                  {endpoint.url}
                </Link>
                <Text inherit c="dimmed">
                  {endpoint.description || 'No description'}
                  {!isAboutOne && ` · ${endpoint.organization.name}`}
                </Text>
              </Table.Td>
              <Table.Td>
                <Health endpoint={endpoint} />
              </Table.Td>
              <Table.Td className={classes.nowrap}>
                <ActivityBars steps={endpoint.activity} />
              </Table.Td>
              <Table.Td ta="right" className="tabular">
                {endpoint.waitingCount > 0 ? (
                  <Badge color="blue">{endpoint.waitingCount.toLocaleString('en')}</Badge>
                ) : (
                  <Text span inherit c="dimmed">
                    0
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                {endpoint.lastSuccessAt ? (
                  <Moment instant={endpoint.lastSuccessAt} isBrief />
                ) : (
                  <Nothing meaning="No success yet" />
                )}
              </Table.Td>
              <Table.Td className={endpoint.owner ? undefined : classes.nowrap}>
                {endpoint.owner ? `Orders that ${endpoint.owner.name} may see` : 'All orders'}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Health({ endpoint }: { endpoint: EndpointRow }) {
  const health = healthOf(endpoint);
  return (
    <Group gap={4}>
      <HealthBadge endpoint={endpoint} />
      {health === 'failing' && endpoint.failingSince && (
        <Text size="xs" c="dimmed" w="100%">
          since <Moment instant={endpoint.failingSince} isBrief />
        </Text>
      )}
      {health === 'off' && endpoint.disabledReason && (
        <Text size="xs" c="dimmed" w="100%" maw={220}>
          {endpoint.disabledReason}
        </Text>
      )}
    </Group>
  );
}
