'use client';

import type { I18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Modal, Progress, Radio, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { BusyButton } from '#components/busy-button.tsx';
import { useLocale, useOrganizationTimeZone } from '#components/regional.tsx';
import { dayIn, formatCount } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { saveFile } from '#lib/save-file.ts';
import { type OrderFilters, toFilter, toSort } from '../order-filters.ts';
import { csvColumnsOf } from './csv-columns.ts';
import { exportOrders } from './export-orders.ts';

type ExportDialogProps = { filters: OrderFilters; total: number | undefined; close: () => void };

/** Exports all orders of the list, on every page, with its filter, sort order and columns. */
export function ExportDialog({ filters, total, close }: ExportDialogProps) {
  const { t, i18n } = useLingui();
  const locale = useLocale();
  const timeZone = useOrganizationTimeZone();
  const [rows, setRows] = useState(0);
  const [columns, setColumns] = useState<'list' | 'v1'>('list');
  const over = useRef(new AbortController());
  useEffect(() => () => over.current.abort(), []);
  const writing = useMutation({
    mutationFn: () => {
      setRows(0);
      over.current = new AbortController();
      const request = {
        filter: toFilter(filters, timeZone),
        sort: toSort(filters.sort),
        columns: columns === 'list' ? csvColumnsOf(filters.columns) : undefined,
      };
      return exportOrders(request, setRows, over.current.signal);
    },
    onSuccess: (file) => saveFile(file, `orders-${dayIn(timeZone, new Date())}.csv`),
  });
  return (
    <Modal opened onClose={close} title={t`Export as CSV`} closeButtonProps={{ 'aria-label': t`Close` }}>
      <Stack gap="md">
        <Text size="sm">
          {total === undefined
            ? t`The file has all orders of this list, on every page, in the same order.`
            : t`${plural(total, {
                one: 'The file has the # order of this list.',
                other: 'The file has all # orders of this list, on every page, in the same order.',
              })}`}
        </Text>
        <Radio.Group
          label={t`Columns`}
          value={columns}
          onChange={(chosen) => setColumns(chosen === 'v1' ? 'v1' : 'list')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="list" label={t`The columns of the list, in its order`} />
            <Radio value="v1" label={t`The columns of the v1 export, with prices, e-mail and phone`} />
          </Stack>
        </Radio.Group>
        {(writing.isPending || writing.isSuccess) && (
          <div>
            <Progress
              value={writing.isSuccess ? 100 : total ? Math.min(100, (100 * rows) / total) : 0}
              aria-label={t`Progress of the export`}
            />
            <Text size="sm" c="dimmed" mt={6} role="status" className="tabular">
              {writing.isSuccess
                ? t`${plural(rows, { one: '# order is in the file.', other: '# orders are in the file.' })}`
                : progressText(i18n, locale, rows, total)}
            </Text>
          </div>
        )}
        {writing.error && (
          <Alert color="red" role="alert" p="sm">
            {problemText(i18n, writing.error)} <Trans>No file was saved.</Trans>
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {writing.isPending ? t`Cancel` : t`Close`}
          </Button>
          <BusyButton onClick={() => writing.mutate()} loading={writing.isPending} data-autofocus>
            {writing.isSuccess ? t`Export again` : t`Export`}
          </BusyButton>
        </Group>
      </Stack>
    </Modal>
  );
}

function progressText(i18n: I18n, locale: string, rows: number, total: number | undefined): string {
  if (total === undefined) return t(i18n)`${plural(rows, { one: '# order', other: '# orders' })}`;
  const done = formatCount(locale, rows);
  return t(i18n)`${done} of ${plural(total, { one: '# order', other: '# orders' })}`;
}
