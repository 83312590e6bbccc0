import { createServer } from 'node:http';

/*
 * Loaded by a program before its own code, with NODE_OPTIONS. Tells at a port of its own, MONITOR_PORT, the longest time in milliseconds that the
 * program's event loop was held since the last question, in time that its thread itself worked: what else the machine does is not counted.
 */

const { MONITOR_PORT } = process.env;
let longest = 0;
let before = process.threadCpuUsage();

function turn() {
  const { user, system } = process.threadCpuUsage(before);
  longest = Math.max(longest, (user + system) / 1_000);
  before = process.threadCpuUsage();
  setImmediate(turn).unref();
}

if (MONITOR_PORT) {
  turn();
  const server = createServer((_request, response) => {
    // What the last answer left to do belongs to it.
    setTimeout(() => {
      response.end(String(longest));
      longest = 0;
    }, 30);
  });
  server.listen(Number(MONITOR_PORT), '127.0.0.1').unref();
}
