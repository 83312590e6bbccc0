import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestProcess } from '@channel/api/testing';
import { bytesOf } from '../../load/connections.ts';

/** Lists of 100 orders for each client, and milliseconds until the next client: fewer than the API can answer. */
export const LISTS = 20;
const PAUSE = 800;

/** Clients that request lists and read nothing of the answers. */
export class SilentClients {
  readonly #sockets: Socket[] = [];
  readonly #api: TestProcess;
  /** The total size of the requested answers in bytes. */
  offered = 0;

  constructor(api: TestProcess) {
    this.#api = api;
  }

  /** Connects this many clients in sequence. @param onEach called after each */
  async come(count: number, onEach: () => Promise<void> = async () => {}): Promise<void> {
    const { request, size } = await this.#list();
    for (let index = 0; index < count; index += 1) {
      const socket = connect({ port: Number(new URL(this.#api.url).port), host: '127.0.0.1' }).pause();
      // The server closes connections that do not read.
      this.#sockets.push(socket.on('error', () => {}));
      await once(socket, 'connect');
      socket.write(Buffer.concat(Array.from({ length: LISTS }, () => request)));
      this.offered += LISTS * size;
      await sleep(PAUSE);
      await onEach();
    }
  }

  leave(): void {
    for (const socket of this.#sockets.splice(0)) socket.destroy();
  }

  async #list() {
    const login = await fetch(`${this.#api.url}/v1/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'partner@demo.example', password: 'partner-demo' }),
    });
    const { data } = (await login.json()) as { data: { access_token: string } };
    const headers = { authorization: `Bearer ${data.access_token}` };
    const request = { method: 'GET', path: '/v1/orders?per_page=100', headers };
    const answer = await fetch(`${this.#api.url}${request.path}`, { headers });
    return { request: bytesOf(request), size: (await answer.arrayBuffer()).byteLength };
  }
}
