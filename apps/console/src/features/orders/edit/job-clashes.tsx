import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ClashNotes } from '#components/clash-notes.tsx';
import { clashesQuery } from './clashes-query.ts';
import { useOrderEdit } from './order-edit.tsx';

const NAMES = {
  pickup: msg`Clashes of the pickup`,
  dropoff: msg`Clashes of the drop-off`,
  guide: msg`Clashes of the guide`,
};

/** The findings about the person of a task, also while another person is chosen. */
export function JobClashes({ task }: { task: keyof typeof NAMES }) {
  const { t } = useLingui();
  const { order, edits } = useOrderEdit();
  const { data = [] } = useQuery(clashesQuery(order, edits));
  const own = data.filter(({ jobs }) => jobs.some(({ id }) => id === `${task}:${order.id}`));
  return (
    <Box role="status" fz="sm" mt={own.length > 0 ? 4 : 0}>
      {own.length > 0 && <ClashNotes clashes={own} label={t(NAMES[task])} />}
    </Box>
  );
}
