import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { sendPings } from './pings.ts';

it('sends comments between the lines of a stream until it ends', async () => {
  const answers: ServerResponse[] = [];
  const server = createServer((_request, answer) => {
    answers.push(answer);
    sendPings(answer, 5);
    answer.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: next\n');
  });
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A connection of its own: a pooled client may repeat a request, and the first answer is then nobody's.
  const request = get({ port: (server.address() as AddressInfo).port, agent: false });
  const [answered] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  for await (const bytes of answered.setEncoding('utf8')) {
    text += bytes;
    const open = answers.find(({ writableEnded }) => !writableEnded);
    if (text.endsWith('\n:\n:\n:\n')) open?.end('data: {}\n\n');
  }
  expect(text).toMatch(/^event: next\n(:\n){3,}data: \{\}\n\n$/);
  expect(answers).toHaveLength(1);
});
