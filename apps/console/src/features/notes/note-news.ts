import { graphql } from '#lib/graphql.ts';
import type { Watcher } from '#lib/live/watch.ts';
import { watchTogether } from '#lib/live/watch-together.ts';

const OrderNoteNewsSubscription = graphql(`
  subscription OrderNoteNews {
    orderNoteNews {
      orderId
    }
  }
`);

/** Subscribes to changes of notes that the viewer may see, until the returned function is called. */
export const watchNotes = ({ onNews, ...rest }: Watcher<number>) =>
  watchTogether(
    'channel-note-news',
    OrderNoteNewsSubscription,
    {},
    { ...rest, onNews: ({ orderNoteNews }) => onNews(orderNoteNews.orderId) },
  );
