import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createServer } from './server.ts';

it('logs successful requests of a probe at debug level, and all other requests at info level', async () => {
  const lines: { level: number; msg: string }[] = [];
  const app = createServer({
    logger: { level: 'debug', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } },
  });
  let status = 200;
  app.get('/probe', { config: { isProbe: true } }, async (_request, reply) => reply.code(status).send({}));
  app.get('/other', async () => ({}));
  const levelOf = async (url: string) => {
    lines.length = 0;
    await app.inject({ url });
    return lines.find(({ msg }) => msg === 'request completed')?.level;
  };
  const [debug, info] = [20, 30];
  expect([await levelOf('/probe'), await levelOf('/other')]).toEqual([debug, info]);
  status = 503;
  expect(await levelOf('/probe')).toBe(info);
  await app.close();
});

it.each(['/late', '/stream', '/waiting'])(
  'logs a request to %s once if its client leaves, with what the host adds',
  async (path) => {
    const lines: Record<string, unknown>[] = [];
    const app = createServer({ logger: { stream: { write: (line: string) => void lines.push(JSON.parse(line)) } } });
    const left = Promise.withResolvers<void>();
    app.get('/late', async (request, reply) => {
      request.logged = { rows: 7 };
      await left.promise;
      return reply.send({});
    });
    app.get('/stream', async (request, reply) => {
      request.logged = { rows: 7 };
      const pull = async (into: ReadableStreamDefaultController) => {
        await sleep(10);
        into.enqueue(Buffer.from('x'));
      };
      return reply.send(new ReadableStream({ pull }));
    });
    // Nothing is sent before its first part.
    app.get('/waiting', async (request, reply) => {
      request.logged = { rows: 7 };
      return reply.send(new Readable({ read: () => {} }));
    });
    const url = await app.listen({ port: 0 });
    const requests = () => lines.filter(({ msg }) => msg !== 'incoming request' && !/listening/.test(String(msg)));
    const over = new AbortController();
    const answer = fetch(`${url}${path}`, { signal: over.signal });
    const failed = answer.then((response) => response.text()).catch(({ name }) => name);
    await (path === '/stream' ? answer : sleep(100));
    over.abort();
    expect(await failed).toBe('AbortError');
    if (path !== '/late') await expect.poll(requests).toHaveLength(1);
    else {
      await sleep(100);
      // The line has what the handler adds until it answers.
      expect(requests()).toEqual([]);
      left.resolve();
    }
    await expect.poll(requests).toMatchObject([{ msg: 'request aborted', aborted: true, rows: 7 }]);
    await app.close();
    expect(requests()).toHaveLength(1);
  },
);
