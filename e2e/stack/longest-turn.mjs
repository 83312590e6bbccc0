import { createServer } from 'node:http';

/*
 * Preloaded into a program with NODE_OPTIONS. Reports on the port MONITOR_PORT the longest time in milliseconds that
 * the program blocked its event loop since the last request. Only CPU time of the main thread is counted, not the load
 * of the machine.
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
    // Include the work that follows the last response.
    setTimeout(() => {
      response.end(String(longest));
      longest = 0;
    }, 30);
  });
  server.listen(Number(MONITOR_PORT), '127.0.0.1').unref();
}
