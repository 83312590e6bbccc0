import { Trans, useLingui } from '@lingui/react/macro';
import { Table, Text } from '@mantine/core';
import classes from '#components/list/list-table.module.css';
import { ScrollBox } from '#components/list/scroll-box.tsx';
import { Instant } from '#components/moments.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { TextLink } from '#components/text-link.tsx';
import own from './audit.module.css';
import { withAuditFilters } from './audit-filters.ts';
import { CHANNEL_LABELS } from './audit-labels.ts';
import type { AuditLine } from './audit-query.ts';
import { Act, Actor, Changes } from './line-cells.tsx';
import { UndoTags } from './undo-tags.tsx';

/** The entries of the audit log as a table. */
export function AuditTable({ lines, isStale = false }: { lines: AuditLine[]; isStale?: boolean }) {
  const { t } = useLingui();
  const timeZone = useOrganizationTimeZone();
  return (
    <ScrollBox label={t`Audit log, newest first`}>
      <Table
        verticalSpacing={8}
        className={`${classes.table} ${classes.wide}`}
        data-stale={isStale}
        aria-busy={isStale}
      >
        <Table.Caption className={classes.caption}>
          <Trans>Audit log, newest first</Trans>
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">
              <Trans>When</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>Who</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>What</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>Before and after</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>Channel</Trans>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Table.Tr key={line.id}>
              <Table.Td>
                <Instant instant={line.at} timeZone={timeZone} stacked />
              </Table.Td>
              <Table.Td className={classes.nowrap}>
                <Actor line={line} />
              </Table.Td>
              <Table.Td>
                <Act line={line} />
                <UndoTags line={line} />
              </Table.Td>
              <Table.Td className={own.what}>
                <Changes line={line} />
              </Table.Td>
              <Table.Td className={classes.nowrap}>
                {t(CHANNEL_LABELS[line.channel])}
                {line.address && <Address address={line.address} />}
                {line.requestId && <RequestId id={line.requestId} />}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}

/** Leads to the entries from the same address. */
function Address({ address }: { address: string }) {
  return (
    <Text inherit size="xs" maw={130} translate="no" style={{ overflowWrap: 'anywhere' }}>
      <TextLink href={withAuditFilters('/audit', { address })}>{address}</TextLink>
    </Text>
  );
}

function RequestId({ id }: { id: string }) {
  const { t } = useLingui();
  return (
    <Text inherit c="dimmed" size="xs" title={t`Request ${id}`} maw={110} style={{ overflowWrap: 'anywhere' }}>
      {id}
    </Text>
  );
}
