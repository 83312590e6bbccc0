import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Group, Table, Text } from '@mantine/core';
import { Link } from '#components/link.tsx';
import classes from '#components/list/list-table.module.css';
import { Nothing } from '#components/nothing.tsx';
import { useLocale } from '#components/regional.tsx';
import { formatCount } from '#lib/format.ts';
import { healthOf } from '../endpoint-health.ts';
import { Moment, ZoneNow } from '../moment.tsx';
import { reasonText } from '../reason-text.ts';
import { ActivityBars } from './activity-bars.tsx';
import type { EndpointRow } from './endpoints-query.ts';
import { HealthBadge } from './health-badge.tsx';

/** Endpoints as a table; each row links to its endpoint. */
export function EndpointsTable({ endpoints }: { endpoints: EndpointRow[] }) {
  const { t } = useLingui();
  const locale = useLocale();
  const isAboutOne = new Set(endpoints.map(({ organization }) => organization.id)).size === 1;
  return (
    <div className={classes.scroll}>
      <Table highlightOnHover verticalSpacing={9} horizontalSpacing={10} className={`${classes.table} ${classes.wide}`}>
        <Table.Caption className={classes.caption}>
          <Trans>Webhook endpoints, oldest first</Trans>
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">
              <Trans>Endpoint</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>Health</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>Accepted in 24 hours</Trans>
            </Table.Th>
            <Table.Th scope="col" ta="right">
              <Trans>Waiting</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>Last success</Trans> <ZoneNow />
            </Table.Th>
            <Table.Th scope="col">
              <Trans>Receives</Trans>
            </Table.Th>
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
                  {endpoint.description || t`No description`}
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
                  <Badge color="blue">{formatCount(locale, endpoint.waitingCount)}</Badge>
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
                  <Nothing meaning={t`No success yet`} />
                )}
              </Table.Td>
              <Table.Td className={endpoint.owner ? undefined : classes.nowrap}>
                {endpoint.owner ? <OrdersOf name={endpoint.owner.name} /> : t`All orders`}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Health({ endpoint }: { endpoint: EndpointRow }) {
  const { i18n } = useLingui();
  const health = healthOf(endpoint);
  return (
    <Group gap={4}>
      <HealthBadge endpoint={endpoint} />
      {health === 'failing' && endpoint.failingSince && (
        <Text size="xs" c="dimmed" w="100%">
          <Trans>
            since <Moment instant={endpoint.failingSince} isBrief />
          </Trans>
        </Text>
      )}
      {health === 'off' && endpoint.disabledReason && (
        <Text size="xs" c="dimmed" w="100%" maw={220}>
          {reasonText(i18n, endpoint.disabledReason)}
        </Text>
      )}
    </Group>
  );
}

const OrdersOf = ({ name }: { name: string }) => <Trans>Orders that {name} may see</Trans>;
