'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Table, Text } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { Link } from '#components/link.tsx';
import { LinkButton } from '#components/link-button.tsx';
import { ListHead } from '#components/list/list-head.tsx';
import { ListPaging } from '#components/list/list-paging.tsx';
import { ListResult } from '#components/list/list-result.tsx';
import list from '#components/list/list-table.module.css';
import { Instant } from '#components/moments.tsx';
import { useLocale, useOrganizationTimeZone } from '#components/regional.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { UnknownFilters } from '#components/unknown-filters.tsx';
import { formatCount } from '#lib/format.ts';
import { parseAsPage } from '#lib/url-parsers.ts';
import { BatchBadge } from '../batch-badge.tsx';
import { batchText } from '../batch-labels.ts';
import { type BatchesPage, type BatchFacts, batchesQuery } from '../batch-query.ts';
import classes from '../batches.module.css';
import { useBatchNews } from '../use-batch-news.ts';

const PAGE = { page: parseAsPage.withDefault(1) };

/** All batches, newest first. */
export function BatchesScreen() {
  const { t } = useLingui();
  const [{ page }, set] = useQueryStates(PAGE, { history: 'push' });
  const query = useQuery(batchesQuery(page));
  useBatchNews(null, query.data !== undefined);
  return (
    <Box>
      <ListHead title={t`Batches`} total={query.data?.batchesMeta.total} isNarrowed={false} />
      <UnknownFilters parsers={PAGE} />
      <ListResult forbidden={t`You may not see the batches`} query={query}>
        {(data) =>
          data.batches.length > 0 ? <Batches page={data} turnTo={(to) => void set({ page: to })} /> : <NoBatches />
        }
      </ListResult>
    </Box>
  );
}

const NoBatches = () => {
  const { t } = useLingui();
  return (
    <StatePanel
      icon={IconStack2}
      title={t`No batches yet`}
      action={
        <LinkButton href="/orders">
          <Trans>Go to the orders</Trans>
        </LinkButton>
      }
    >
      <Trans>
        A batch makes the same change to many orders: select them in the list of orders and choose “Change…”. You see a
        preview before it runs, and you can undo it.
      </Trans>
    </StatePanel>
  );
};

function Batches({ page: { batches, batchesMeta }, turnTo }: { page: BatchesPage; turnTo: (page: number) => void }) {
  const { t } = useLingui();
  return (
    <>
      <div className={list.scroll}>
        <Table highlightOnHover verticalSpacing={9} horizontalSpacing={10} className={`${list.table} ${list.wide}`}>
          <Table.Caption className={list.caption}>
            <Trans>Batches, newest first</Trans>
          </Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">
                <Trans>Batch</Trans>
              </Table.Th>
              <Table.Th scope="col">
                <Trans>What it does</Trans>
              </Table.Th>
              <Table.Th scope="col">
                <Trans>State</Trans>
              </Table.Th>
              <Table.Th scope="col" ta="right">
                <Trans>Orders changed</Trans>
              </Table.Th>
              <Table.Th scope="col">
                <Trans>By</Trans>
              </Table.Th>
              <Table.Th scope="col">
                <Trans>Planned</Trans>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {batches.map((batch) => (
              <BatchLine key={batch.id} batch={batch} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <ListPaging label={t`Pages of batches`} meta={batchesMeta} turnTo={turnTo} />
    </>
  );
}

function BatchLine({ batch }: { batch: BatchFacts }) {
  const { t, i18n } = useLingui();
  const locale = useLocale();
  const organizationTimeZone = useOrganizationTimeZone();
  const { id, counts, maker, createdAt, undoneBy } = batch;
  const done = formatCount(locale, counts.done);
  const total = formatCount(locale, counts.total);
  const isTakenBack = undoneBy.some(({ status }) => status === 'ended');
  return (
    <Table.Tr className={list.row}>
      <Table.Td>
        <Link href={`/batches/${id}`} className={list.rowLink} aria-label={t`Batch ${id}`}>
          {id}
        </Link>
      </Table.Td>
      <Table.Td className={classes.what}>
        {batchText(i18n, batch)}
        {isTakenBack && (
          <Text inherit c="dimmed">
            <Trans>Undone</Trans>
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <BatchBadge batch={batch} />
      </Table.Td>
      <Table.Td ta="right" className="tabular">
        <Trans>
          {done} of {total}
        </Trans>
      </Table.Td>
      <Table.Td>{maker.name}</Table.Td>
      <Table.Td>
        <Instant instant={createdAt} timeZone={organizationTimeZone} />
      </Table.Td>
    </Table.Tr>
  );
}
