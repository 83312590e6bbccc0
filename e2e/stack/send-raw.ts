import { connect } from 'node:net';

/**
 * Sends bytes and reads all that comes back until the server ends the connection.
 *
 * @param patience milliseconds; longer connections are an error
 */
export function sendRaw(address: string, bytes: string, patience = 10_000): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const { hostname, port } = new URL(address);
  let answer = '';
  const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
  const timer = setTimeout(() => {
    reject(new Error(`The connection is open after ${patience} ms; so far came ${JSON.stringify(answer)}`));
    socket.destroy();
  }, patience);
  socket.setEncoding('utf8').on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('end', () => resolve(answer)).on('error', reject);
  socket.on('close', () => clearTimeout(timer));
  return promise;
}
