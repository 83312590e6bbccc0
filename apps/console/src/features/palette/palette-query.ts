import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { send } from '#lib/send.ts';

const PaletteQuery = graphql(`
  query Palette($search: String!) {
    orders(filter: { quickSearch: $search }, sort: { by: created, descending: true }, perPage: 6) {
      id
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
    products(filter: { title: [$search] }, perPage: 5) {
      id
      title
    }
  }
`);

export type Found = ResultOf<typeof PaletteQuery>;

/** What the words in the palette find; nothing is asked for a single letter. */
export const paletteQuery = (words: string) =>
  queryOptions({
    queryKey: ['palette', words],
    queryFn: ({ signal }) => send(PaletteQuery, { search: words }, signal),
    enabled: words.length > 1,
    placeholderData: keepPreviousData,
  });
