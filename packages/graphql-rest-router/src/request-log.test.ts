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
