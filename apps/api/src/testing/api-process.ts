import '../memory.ts';

/* The API in its own process, as `main.ts` runs it, with a fixed clock. Its parent process queries its memory. */

const { createPrisma } = await import('@channel/prisma');
const { loadSettings } = await import('@channel/settings');
const { serve } = await import('./serve.ts');
const { longestTurn } = await import('./longest-turn.ts');
const { pooled } = await import('../addresses.ts');
const { sharesOf } = await import('../admission/surface.ts');

const { TEST_NOW = '', TEST_MEDIA = '', ...env } = process.env;
/** Fixed, or that of the machine. */
const clock = TEST_NOW === 'present' ? () => new Date() : () => new Date(TEST_NOW);
const settings = loadSettings(env);
const db = createPrisma({ ...pooled(settings), shares: sharesOf(settings) });

/** The memory of a planted leak: this many bytes for each request. */
const leaked: unknown[] = [];
let leak = 0;
/** Milliseconds of each refusal. */
const refusals: number[] = [];

const { app, url } = await serve({
  db,
  settings,
  clock,
  media: TEST_MEDIA,
  prepare(server) {
    server.addHook('onRequest', async () => {
      if (leak > 0) leaked.push(new Array(leak / 8).fill(0.5));
    });
    server.addHook('onResponse', async (_request, { statusCode, elapsedTime }) => {
      if (statusCode === 503) refusals.push(elapsedTime);
    });
  },
});

/** The running measurement of ticks: how to stop it. It yields the longest tick. */
let stop = () => {};
let longest: Promise<number> | undefined;

function measure() {
  if (!global.gc) throw new Error('The process was started without --expose-gc.');
  global.gc();
  global.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { held: heapUsed + external, rss };
}

type Message =
  | { measure: true }
  | { refusals: true }
  | { turns: 'watch' | 'report' }
  | { leak: number }
  | { end: true };

process.on('message', async (message: Message) => {
  if ('measure' in message) process.send?.(measure());
  else if ('refusals' in message) process.send?.({ refusals: refusals.splice(0) });
  else if ('turns' in message) {
    if (message.turns === 'report') stop();
    else {
      longest = longestTurn(() => new Promise<void>((resolve) => (stop = resolve)));
    }
    process.send?.({ longest: message.turns === 'report' ? await longest : 0 });
  } else if ('leak' in message) {
    leak = message.leak;
    process.send?.({ leak });
  } else {
    await app.close();
    await db.$disconnect();
    process.exit(0);
  }
});
process.on('disconnect', () => process.exit(0));
process.send?.({ url });
