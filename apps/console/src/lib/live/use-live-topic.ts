import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createRefresher, type Topic } from './topics.ts';

type Listener = { onNews: () => void; onConnected: () => void };

/**
 * Refetches the shown queries of a topic when its news arrive, as long as the component is mounted.
 *
 * @param load loads the function that subscribes, because the first view does not need it; the same one at each render
 */
export function useLiveTopic(topic: Topic, load: () => Promise<(listener: Listener) => () => void>): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresher = createRefresher(client);
    const refresh = () => refresher.markChanged(topic);
    let isGone = false;
    let stop = () => {};
    load().then((watch) => {
      // News from before the connection are not sent.
      if (!isGone) stop = watch({ onNews: refresh, onConnected: refresh });
    });
    return () => {
      isGone = true;
      refresher.stop();
      stop();
    };
  }, [client, topic, load]);
}
