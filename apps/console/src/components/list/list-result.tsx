import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { OutdatedNote } from '../outdated-note.tsx';
import { ProblemPanel } from '../problem-panel.tsx';
import { ListSkeleton } from './list-skeleton.tsx';

type ListResultProps<Data> = {
  /** The plural name of the entries: `people`. */
  of: string;
  /** The name in error messages; defaults to `the people`. */
  subject?: string;
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** Renders the loaded data. */
  children: (data: Data) => ReactNode;
};

/** Shows the data of a list (with a note if refetching failed), the error, or a placeholder while loading. */
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
