import { subscribe } from 'node:diagnostics_channel';
import { createServer, ServerResponse } from 'node:http';

/*
 * Preloaded into a program with NODE_OPTIONS. Reports on the port MONITOR_PORT the milliseconds from the arrival of each
 * request until its 503, since the last report.
 */

const { MONITOR_PORT } = process.env;

if (MONITOR_PORT) {
  const refusals: number[] = [];
  subscribe('http.server.request.start', (message) => {
    const arrived = performance.now();
    const response: unknown = Reflect.get(Object(message), 'response');
    if (!(response instanceof ServerResponse)) return;
    response.once('finish', () => {
      if (response.statusCode === 503) refusals.push(performance.now() - arrived);
    });
  });
  const server = createServer((_request, response) => response.end(JSON.stringify(refusals.splice(0))));
  server.listen(Number(MONITOR_PORT), '127.0.0.1').unref();
}
