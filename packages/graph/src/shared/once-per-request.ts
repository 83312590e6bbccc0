import type { Context } from '../context.ts';

/**
 * A look-up that is made once in a request, however many fields ask for it alike: a list and what tells where its page lies.
 * For reads alone. Arguments are alike when their JSON is.
 */
export function oncePerRequest<Args extends readonly unknown[], Found>(
  look: (context: Context, ...args: Args) => Promise<Found>,
): (context: Context, ...args: Args) => Promise<Found> {
  const requests = new WeakMap<Context, Map<string, Promise<Found>>>();
  return (context, ...args) => {
    const known = requests.get(context) ?? new Map<string, Promise<Found>>();
    requests.set(context, known);
    const key = JSON.stringify(args);
    const found = known.get(key) ?? look(context, ...args);
    known.set(key, found);
    return found;
  };
}
