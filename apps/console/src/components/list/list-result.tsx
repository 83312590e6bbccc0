import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { OutdatedNote } from '../outdated-note.tsx';
import { ProblemPanel } from '../problem-panel.tsx';
import { ListSkeleton } from './list-skeleton.tsx';

type ListResultProps<Data> = {
  /** What is listed: `people`. */
  of: string;
  /** How a problem names it; `the people` where it is not said. */
  subject?: string;
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** What is shown once it is there. */
  children: (data: Data) => ReactNode;
};

/** What a list shows: what came, said to be old where the newest could not be had; what went wrong; or that it comes. */
export function ListResult<Data>({ of, subject = `the ${of}`, query, children }: ListResultProps<Data>) {
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) {
    return (
      <>
        {error && <OutdatedNote retry={refetch} />}
        {children(data)}
      </>
    );
  }
  if (error) return <ProblemPanel problem={error} subject={subject} retry={refetch} isRetrying={isFetching} />;
  return <ListSkeleton of={of} />;
}
