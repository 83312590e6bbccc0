import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Chip, Group } from '@mantine/core';
import { type CrewConcern, concernOf } from '#components/crew-status.tsx';
import type { Board } from '../board-query.ts';

type CrewSummaryProps = {
  /** The board with the jobs of drivers, or of guides. */
  board: Board;
  shown: CrewConcern | null;
  show: (concern: CrewConcern | null) => void;
};

/** How many jobs were declined or are not known to their people, each a filter of the board. */
export function CrewSummary({ board, shown, show }: CrewSummaryProps) {
  const { t } = useLingui();
  const count = (concern: CrewConcern) => jobsWith(board, concern).jobs.length;
  const [declined, unseen] = [count('declined'), count('unseen')];
  const filters = [
    { concern: 'declined' as const, count: declined, color: 'red', label: t`${declined} declined` },
    {
      concern: 'unseen' as const,
      count: unseen,
      color: 'orange',
      label: t`${plural(unseen, { one: '# job not seen', other: '# jobs not seen' })}`,
    },
  ].filter((filter) => filter.count > 0 || filter.concern === shown);
  if (filters.length === 0) return null;
  return (
    <Group gap="xs" mb="md" component="section" aria-label={t`What drivers and guides say`}>
      {filters.map(({ concern, color, label }) => (
        <Chip
          key={concern}
          checked={shown === concern}
          color={color}
          variant="light"
          onChange={(isOn) => show(isOn ? concern : null)}
        >
          {label}
        </Chip>
      ))}
    </Group>
  );
}

/** The board with only the jobs of a concern. */
export const jobsWith = (board: Board, concern: CrewConcern | null): Board =>
  concern === null
    ? board
    : { ...board, jobs: board.jobs.filter(({ crew }) => crew !== null && concernOf(crew) === concern) };
