import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { send } from '#lib/send.ts';

const PaletteQuery = graphql(`
  query Palette($search: String!) @executed {
    lookup(text: $search, limit: 6) {
      orders {
        id: databaseId
        status
        referenceCode
        bookedDetails {
          product {
            title
          }
        }
        passengers {
          firstName
          lastName
        }
      }
      people {
        id: databaseId
        name
      }
      cities {
        id: databaseId
        name
      }
      suppliers {
        id: databaseId
        name
      }
      products {
        id: databaseId
        title
      }
    }
  }
`);

export type Found = ResultOf<typeof PaletteQuery>['lookup'];

/** The search results of the palette. A single letter is not queried, because it matches too much. */
export const paletteQuery = (words: string) =>
  queryOptions({
    queryKey: ['palette', words],
    queryFn: async ({ signal }) => (await send(PaletteQuery, { search: words }, signal)).lookup,
    enabled: words.length > 1 || /^\d$/.test(words),
    placeholderData: keepPreviousData,
  });
