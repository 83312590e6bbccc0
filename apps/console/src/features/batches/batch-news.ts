import { graphql } from '#lib/graphql.ts';
import type { Watcher } from '#lib/live/watch.ts';
import { watchTogether } from '#lib/live/watch-together.ts';

const BatchNewsSubscription = graphql(`
  subscription BatchNews {
    batchNews {
      batchId
    }
  }
`);

/** Subscribes to changes of all batches that the viewer may see, until the returned function is called. */
export const watchBatches = ({ onNews, ...rest }: Watcher<number>) =>
  watchTogether(
    'channel-batch-news',
    BatchNewsSubscription,
    {},
    { ...rest, onNews: ({ batchNews }) => onNews(batchNews.batchId) },
  );
