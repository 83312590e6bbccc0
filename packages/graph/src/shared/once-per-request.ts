import type { Context } from '../context.ts';

/**
 * A query that runs once per request, even if several fields need it with the same arguments, such as a list and the
 * position of its page. For reads only. Arguments are the same when their JSON is the same.
 */
export function oncePerRequest<Args extends readonly unknown[], Found>(
  query: (context: Context, ...args: Args) => Promise<Found>,
): (context: Context, ...args: Args) => Promise<Found> {
  const requests = new WeakMap<Context, Map<string, Promise<Found>>>();
  return (context, ...args) => {
    const known = requests.get(context) ?? new Map<string, Promise<Found>>();
    requests.set(context, known);
    const key = JSON.stringify(args);
    const found = known.get(key) ?? query(context, ...args);
    known.set(key, found);
    return found;
  };
}
