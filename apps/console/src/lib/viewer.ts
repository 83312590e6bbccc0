import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { graphql } from './graphql.ts';
import { type Send, send } from './send.ts';

const ViewerQuery = graphql(`
  query Viewer @executed {
    viewer {
      id: databaseId
      name
      email
      language
      profilePhotoUrl
      rights
      organizations {
        id: databaseId
        name
        timeZone
      }
    }
  }
`);

export type Viewer = ResultOf<typeof ViewerQuery>['viewer'];

/** Fetches the signed-in user. */
export const readViewer = async (by: Send, signal?: AbortSignal): Promise<Viewer> =>
  (await by(ViewerQuery, {}, signal)).viewer;

/** The signed-in user. */
export const viewerQuery = () =>
  queryOptions({
    queryKey: ['viewer'],
    queryFn: ({ signal }) => readViewer(send, signal),
    staleTime: 300_000,
  });

/** The signed-in user; undefined while loading. */
export const useViewer = () => useQuery(viewerQuery()).data;
