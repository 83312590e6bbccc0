import { connect } from 'node:net';

/**
 * Sends bytes and reads the response until the server closes the connection.
 *
 * @param timeout timeout in milliseconds
 */
export function sendRaw(address: string, bytes: string, timeout = 10_000): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const { hostname, port } = new URL(address);
  let answer = '';
  const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
  const timer = setTimeout(() => {
    reject(new Error(`The connection is still open after ${timeout} ms; received so far: ${JSON.stringify(answer)}`));
    socket.destroy();
  }, timeout);
  socket.setEncoding('utf8').on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('end', () => resolve(answer)).on('error', reject);
  socket.on('close', () => clearTimeout(timer));
  return promise;
}
