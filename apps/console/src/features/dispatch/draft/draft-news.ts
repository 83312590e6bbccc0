import { graphql } from '#lib/graphql.ts';
import type { Watcher } from '#lib/live/watch.ts';
import { watchTogether } from '#lib/live/watch-together.ts';

const DispatchDraftNewsSubscription = graphql(`
  subscription DispatchDraftNews {
    dispatchDraftNews {
      organizationId
    }
  }
`);

/** Subscribes to changes of the drafts that the viewer may see, until the returned function is called. */
export const watchDrafts = ({ onNews, ...rest }: Watcher<number>) =>
  watchTogether(
    'channel-draft-news',
    DispatchDraftNewsSubscription,
    {},
    { ...rest, onNews: ({ dispatchDraftNews }) => onNews(dispatchDraftNews.organizationId) },
  );
