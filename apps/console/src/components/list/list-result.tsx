import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { OutdatedNote } from '../outdated-note.tsx';
import { ProblemPanel } from '../problem-panel.tsx';
import { ListSkeleton } from './list-skeleton.tsx';

type ListResultProps<Data> = {
  /** Said if the viewer's roles don't allow the list: `You may not see the people`. */
  forbidden: string;
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** Renders the loaded data. */
  children: (data: Data) => ReactNode;
};

/** Shows the data of a list (with a note if refetching failed), the error, or a placeholder while loading. */
export function ListResult<Data>({ forbidden, query, children }: ListResultProps<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined) {
    return (
      <>
        {error && <OutdatedNote retry={refetch} />}
        {children(data)}
      </>
    );
  }
  if (error) return <ProblemPanel query={query} forbidden={forbidden} />;
  return <ListSkeleton />;
}
