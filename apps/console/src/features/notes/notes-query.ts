import { queryOptions } from '@tanstack/react-query';
import type { FragmentOf, VariablesOf } from 'gql.tada';
import { fetchOperation } from '#lib/fetch-operation.ts';
import { graphql } from '#lib/graphql.ts';
import { readAnswer, type Send, send } from '#lib/send.ts';

const NoteParts = graphql(`
  fragment NoteParts on OrderNote @_unmask {
    id: databaseId
    text
    isPinned
    isForCrew
    isUnread
    createdAt
    editedAt
    mayEdit
    mayDelete
    author {
      id: databaseId
      name
      profilePhotoUrl
    }
    mentions {
      id: databaseId
      name
    }
  }
`);

const OrderNotesQuery = graphql(
  `
    query OrderNotes($orderId: SafeInt!) @executed {
      orderNotes(orderId: $orderId) {
        ...NoteParts
      }
    }
  `,
  [NoteParts],
);

const NoteReadersQuery = graphql(`
  query NoteReaders($orderId: SafeInt!) @executed {
    noteReaders(orderId: $orderId) {
      id: databaseId
      name
    }
  }
`);

const MentioningNotesQuery = graphql(`
  query MentioningNotes @executed {
    mentioningNotes(perPage: 10) {
      id: databaseId
      text
      isUnread
      createdAt
      author {
        name
      }
      order {
        id: databaseId
      }
    }
    unreadMentions
  }
`);

const AddOrderNoteMutation = graphql(`
  mutation AddOrderNote($orderId: SafeInt!, $input: OrderNoteInput!, $key: String!) {
    addOrderNote(orderId: $orderId, input: $input, key: $key) {
      note {
        id: databaseId
      }
    }
  }
`);

const ChangeOrderNoteMutation = graphql(`
  mutation ChangeOrderNote($id: SafeInt!, $input: OrderNoteInput!) {
    changeOrderNote(id: $id, input: $input) {
      note {
        id: databaseId
      }
    }
  }
`);

const DeleteOrderNoteMutation = graphql(`
  mutation DeleteOrderNote($id: SafeInt!) {
    deleteOrderNote(id: $id) { deletedId }
  }
`);

const ReadOrderNotesMutation = graphql(`
  mutation ReadOrderNotes($orderId: SafeInt!) {
    readOrderNotes(orderId: $orderId) { count }
  }
`);

export type Note = FragmentOf<typeof NoteParts>;
export type NoteInput = VariablesOf<typeof ChangeOrderNoteMutation>['input'];

/** The notes on an order. */
export const orderNotesQuery = (orderId: number, by: Send = send) =>
  queryOptions({
    queryKey: ['order-notes', orderId],
    queryFn: async ({ signal }) => (await by(OrderNotesQuery, { orderId }, signal)).orderNotes,
  });

/** The colleagues whom a note on an order may mention. */
export const noteReadersQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['note-readers', orderId],
    queryFn: async ({ signal }) => (await send(NoteReadersQuery, { orderId }, signal)).noteReaders,
  });

/** The newest notes that mention the viewer, and how many are unread. */
export const mentioningNotesQuery = () =>
  queryOptions({
    queryKey: ['mentioning-notes'],
    queryFn: ({ signal }) => send(MentioningNotesQuery, {}, signal),
    refetchOnWindowFocus: true,
  });

export const addNote = (orderId: number, input: NoteInput, key: string) =>
  send(AddOrderNoteMutation, { orderId, input, key });
export const changeNote = (id: number, input: NoteInput) => send(ChangeOrderNoteMutation, { id, input });
export const deleteNote = (id: number) => send(DeleteOrderNoteMutation, { id });

/** Marks the notes on an order as read, also while the page is left. */
export async function readNotes(orderId: number): Promise<void> {
  const response = await fetchOperation('/graphql', { keepalive: true }, ReadOrderNotesMutation, { orderId });
  await readAnswer(ReadOrderNotesMutation, response);
}
