import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { sendPings } from './pings.ts';

it('sends comments between the lines of a stream until it ends', async () => {
  const answers: ServerResponse[] = [];
  const server = createServer((_request, answer) => {
    answers.push(answer);
    sendPings(answer, 5);
    answer.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: next\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const { body } = await fetch(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
  let text = '';
  for await (const bytes of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += bytes;
    if (text.endsWith('\n:\n:\n:\n')) answers[0]?.end('data: {}\n\n');
  }
  expect(text).toMatch(/^event: next\n(:\n){3,}data: \{\}\n\n$/);
  server.close();
});
