/** One event of a subscription. */
export type Event = {
  data?: Record<string, unknown> | null;
  errors?: { message: string; extensions?: Record<string, unknown> }[];
};

/** An open subscription with the events received so far. */
export type Watched = {
  events: Event[];
  /** The ids of events that have one. */
  ids: string[];
  state: { status: number; type: string | null; ended: boolean };
  close(): Promise<void>;
};

/** Subscribes by server-sent events. */
export async function watchEvents(
  url: string,
  headers: Record<string, string>,
  body: object,
  path = '/graphql',
): Promise<Watched> {
  const over = new AbortController();
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
    body: JSON.stringify(body),
    signal: over.signal,
  });
  const events: Event[] = [];
  const ids: string[] = [];
  const state = { status: response.status, type: response.headers.get('content-type'), ended: false };
  const read = async () => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^data: (\{.*)$/m.exec(block)?.[1];
        const id = /^id: (.*)$/m.exec(block)?.[1];
        if (/^event: next$/m.test(block) && data) events.push(JSON.parse(data));
        if (id !== undefined) ids.push(id);
      }
    }
  };
  const reading = read().then(
    () => {
      state.ended = true;
    },
    () => {},
  );
  return {
    events,
    ids,
    state,
    close: async () => {
      over.abort();
      await reading;
    },
  };
}
