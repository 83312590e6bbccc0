import { randomUUID } from 'node:crypto';
import { type Answer, client, type Served, type TestClient } from '../../src/testing/index.ts';
import type { Figures } from './figures.ts';
import { violationsOf } from './judge.ts';
import type { Description, Operation } from './operations.ts';
import { plainly } from './plan.ts';
import { Pool } from './pool.ts';
import { curlOf, type Request, requestOf } from './request.ts';

/** A violation of the contract by the server. */
export class Violation extends Error {}

/** A client that sends requests and remembers values from the answers. */
export class Caller {
  readonly name: string;
  readonly pool: Pool;
  readonly #target: Served;
  readonly #figures: Figures;
  #api: TestClient | undefined;
  /** Unique for each run, because the server may know the keys of an earlier run. */
  readonly #id = randomUUID();
  #keys = 0;

  constructor(name: string, target: Served, { kinds }: Description, figures: Figures) {
    this.name = name;
    this.#target = target;
    this.#figures = figures;
    this.pool = new Pool(kinds);
    if (this.#login) this.pool.add('login', this.#login);
  }

  get #login() {
    return this.name === 'nobody'
      ? undefined
      : { email: `${this.name}@demo.example`, username: this.name, password: `${this.name}-demo` };
  }

  async #client(): Promise<TestClient> {
    this.#api ??= await this.#loggedIn();
    return this.#api;
  }

  async #loggedIn(): Promise<TestClient> {
    const anybody = await client(this.#target);
    if (!this.#login) return anybody;
    const { email, password } = this.#login;
    const { access_token: token } = (await anybody.post('/v1/tokens', { body: { email, password } })).data<{
      access_token: string;
    }>();
    return client(this.#target, { token });
  }

  /** An Idempotency-Key that this caller has never used. */
  newKey(): string {
    this.#keys += 1;
    return `${this.#id}-${this.#keys}`;
  }

  /** @throws Violation for an invalid answer */
  async send(request: Request): Promise<Answer> {
    const { operation, method, path, headers, payload } = request;
    this.#figures.trail.push(curlOf(this.name, request));
    const sent = { headers, ...(payload === undefined ? {} : { raw: payload }) };
    let answer = await (await this.#client()).send(method, path, sent);
    if (answer.status === 401 && this.#login && !path.startsWith('/v1/tokens')) {
      // An earlier request logged out.
      this.#api = undefined;
      answer = await (await this.#client()).send(method, path, sent);
    }
    const violations = violationsOf(method, answer);
    if (violations.length > 0)
      throw new Violation(`${answer.status}: ${violations.join('; ')}\n${answer.text.slice(0, 600)}`);
    this.#figures.add(operation, answer.status);
    this.#remember(request, answer);
    return answer;
  }

  #remember({ template, parameters, scene, isValid }: Request, { status, json, headers }: Answer): void {
    const { etag } = headers;
    if (status < 300) this.pool.learn(template, etag === undefined ? parameters : { ...parameters, etag }, json);
    // A refresh token works only once.
    const isUsedUp = status < 300 && scene?.has('refreshtoken');
    if (scene && (isUsedUp || (isValid && [401, 404, 409].includes(status)))) this.pool.refuse(scene, template);
  }

  /** Logs in, for tokens to be refreshed and revoked; the requests of this caller use a separate login. */
  async logIn(operations: readonly Operation[]): Promise<void> {
    const login = operations.find(({ method, template }) => `${method} ${template}` === 'POST /v1/tokens');
    if (login && this.#login) await this.send(requestOf(plainly(login, 0), this.pool, []));
  }

  /** Requests everything that can be read, from reads without ids to those with several. */
  async lookAround(operations: readonly Operation[]): Promise<void> {
    await this.logIn(operations);
    const reads = operations.filter(({ method }) => method === 'GET');
    for (const operation of reads.toSorted((one, other) => one.path.length - other.path.length))
      for (const pick of operation.path.length > 1 ? [0, 1, 2] : [0])
        await this.send(requestOf(plainly(operation, pick), this.pool, []));
  }
}
