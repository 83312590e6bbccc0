import { queryOptions } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { send } from '#lib/send.ts';

const ViewParts = graphql(`
  fragment ViewParts on SavedView @_unmask {
    id: databaseId
    name
    query
    isShared
    isOwn
    mayChange
    owner {
      name
    }
  }
`);

const OrderViewsQuery = graphql(
  `
    query OrderViews @executed {
      savedViews(page: "orders") {
        ...ViewParts
      }
    }
  `,
  [ViewParts],
);

const CreateViewMutation = graphql(`
  mutation CreateOrderView($input: SavedViewInput!) {
    createSavedView(page: "orders", input: $input) {
      view {
        id: databaseId
      }
    }
  }
`);

const UpdateViewMutation = graphql(`
  mutation UpdateView($id: SafeInt!, $input: SavedViewInput!) {
    updateSavedView(id: $id, input: $input) {
      view {
        id: databaseId
      }
    }
  }
`);

const DeleteViewMutation = graphql(`
  mutation DeleteView($id: SafeInt!) {
    deleteSavedView(id: $id) { deletedId }
  }
`);

export type SavedView = ResultOf<typeof OrderViewsQuery>['savedViews'][number];
export type ViewInput = { name?: string; query?: string; isShared?: boolean };

/** The saved views of the order list: the viewer's own and those that others share. */
export const viewsQuery = () =>
  queryOptions({
    queryKey: ['order-views'],
    queryFn: async ({ signal }) => (await send(OrderViewsQuery, {}, signal)).savedViews,
    staleTime: 60_000,
  });

export const createView = (input: ViewInput) => send(CreateViewMutation, { input });
export const updateView = (id: number, input: ViewInput) => send(UpdateViewMutation, { id, input });
export const deleteView = (id: number) => send(DeleteViewMutation, { id });

/** The path of a saved list. */
export const viewHref = (query: string): string => (query === '' ? '/orders' : `/orders?${query}`);
