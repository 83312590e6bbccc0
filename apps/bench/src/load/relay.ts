import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';

/*
 * A TCP relay before Postgres, in a process of its own: every round trip through it takes a millisecond longer, as in
 * another data centre of the same city. What a client sends is delayed; timers of less than a millisecond do not exist,
 * so the answers are not.
 */

const DELAY = 1;
const [, , upstream] = process.argv;

const relay = createServer({ noDelay: true }, (client) => {
  const server = connect({ port: Number(upstream), host: '127.0.0.1', noDelay: true });
  // Timers of the same duration fire in order.
  client.on('data', (bytes) => setTimeout(() => server.write(bytes), DELAY));
  server.on('data', (bytes) => client.write(bytes));
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const) {
    one.on('error', () => other.destroy());
    one.on('close', () => setTimeout(() => other.destroy(), DELAY));
  }
});
relay.listen(0, '127.0.0.1', () => process.send?.({ port: (relay.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit());
