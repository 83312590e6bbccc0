import type { Answer } from '../../src/testing/index.ts';
import type { Caller } from './callers.ts';
import { isSuccess } from './figures.ts';
import { isNode, type Operation } from './operations.ts';
import { Contradiction, type Order, pricesAddUp, same, shows, sorted, tagged, versionOf } from './order-model.ts';
import { PLAIN, type Plan } from './plan.ts';
import type { Scene } from './pool.ts';
import { type Request, requestOf } from './request.ts';
import type { Step, Walk } from './steps.ts';

/** The last known state of the order. */
type Known = { order: Order; text: string; etag: string };

const HOLDING = ['InCart', 'Booked'];
const END: readonly Step[] = ['Cancelled', 'Deleted'].map((to) => ({ do: 'move', to, byStaff: false }));

const bodyOf = ({ payload }: Request): unknown => JSON.parse(payload ?? '{}');

/** The places that an order holds: one for each passenger, or one for its item. */
function placesOf({ booked_details: details, passengers }: Order): number {
  const isPerItem = !Array.isArray(details) && details.service_level.pricing_type === 'per_item';
  return isPerItem ? 1 : passengers.length;
}

/**
 * One order from booking to deletion. After each step a GET must return what the step returned, and only members that
 * the step can change may differ; a refused step changes nothing.
 */
export class OrderWalk {
  readonly #seller: Caller;
  readonly #staff: Caller;
  readonly #stranger: Caller;
  readonly #find: (name: string) => Operation;

  constructor(callerOf: (name: string) => Caller, seller: string, find: (name: string) => Operation) {
    this.#seller = callerOf(seller);
    this.#staff = callerOf(seller === 'outsider' ? 'outsider' : 'staff');
    this.#stranger = callerOf(seller === 'outsider' ? 'partner' : 'outsider');
    this.#find = find;
  }

  /** @returns whether an order was booked */
  async take({ pick, booking, isRepeated, steps }: Walk): Promise<boolean> {
    const scenes = this.#seller.pool.scenesOf('availability');
    const scene = scenes[pick % scenes.length];
    if (!scene) throw new Contradiction(`${this.#seller.name} has received no availability`);
    const before = await this.#remaining(scene);
    const booked = await this.#book(scene, booking, isRepeated);
    if (!booked) {
      same('places after a refused booking', await this.#remaining(scene), before);
      return false;
    }
    const places = placesOf(booked.order);
    same('places after booking', await this.#remaining(scene), before - places);
    let known = booked;
    for (const step of [...steps, ...END]) {
      const { status } = known.order;
      known = await this.#step(step, known);
      if (known.order.status !== status)
        same(
          `places of an order ${known.order.status}`,
          await this.#remaining(scene),
          HOLDING.includes(known.order.status) ? before - places : before,
        );
    }
    return true;
  }

  async #book(scene: Scene, plan: Plan, isRepeated: boolean): Promise<Known | undefined> {
    const { body } = plan.drawn;
    const [role, level, availability] = ['role', 'servicelevel', 'availability'].map((noun) => scene.get(noun)?.[0]);
    const sent = isNode(body) ? body : {};
    const leader = { first_name: 'Ada', ...(isNode(sent.leader) ? sent.leader : {}), last_name: 'Walker' };
    const details = { availability_id: availability };
    const request = this.#request(this.#seller, plan, [role, level], { ...sent, leader, details }, scene);
    const answer = await this.#write(this.#seller, request, isRepeated);
    if (!isSuccess(answer.status)) return undefined;
    const order = answer.data<Order>();
    same('status of a booking', order.status, sent.pending_booking === true ? 'InCart' : 'Booked');
    return this.#read(order.id, order);
  }

  async #step(step: Step, known: Known): Promise<Known> {
    const { id, tags } = known.order;
    const caller = 'byStaff' in step && step.byStaff ? this.#staff : this.#seller;
    if (step.do === 'move') {
      const sent = { status: step.to };
      return this.#updated(caller, this.#update(caller, id, sent), sent, known);
    }
    if (step.do === 'update') {
      const request = this.#request(caller, step.plan, [id], step.plan.drawn.body);
      const etag = step.match === 'right' ? known.etag : `"${versionOf(known.etag) + 1}.x"`;
      const guarded =
        step.match === 'none' ? request : { ...request, headers: { ...request.headers, 'if-match': etag } };
      return this.#updated(caller, guarded, bodyOf(request), known, step.isRepeated, step.match);
    }
    if (step.do === 'batch') {
      const body = isNode(step.plan.drawn.body) ? step.plan.drawn.body : {};
      const request = this.#request(caller, step.plan, [], { ...body, orders: { ids: [id] } });
      return this.#updated(caller, request, bodyOf(request), known, step.isRepeated);
    }
    if (step.do === 'tag') {
      const { method } = step;
      const request = this.#of(caller, `${method} /v1/tags/{tag}/{target}`, ['any', 'orders'], {
        ids: [id],
        tags: step.tags,
      });
      const answer = await caller.send(request);
      if (!isSuccess(answer.status)) return this.#unchanged(known, `tags that are refused with ${answer.status}`);
      const after = await this.#read(id);
      same('tags', sorted(after.order.tags), sorted(tagged(method, tags, step.tags)));
      same('all but the tags', { ...after.order, tags: [] }, { ...known.order, tags: [] });
      return after;
    }
    return this.#trespass(step.plan, known);
  }

  /** An order of another seller is like an unknown one. */
  async #trespass(plan: Plan, known: Known): Promise<Known> {
    const { id } = known.order;
    const seen = await this.#stranger.send(this.#of(this.#stranger, 'GET /v1/orders/{order}', [id]));
    same('status of an unauthorized read', seen.status, 404);
    const changed = await this.#stranger.send(this.#request(this.#stranger, plan, [id], plan.drawn.body));
    if (changed.status !== 422) same('status of an unauthorized write', changed.status, 404);
    return this.#unchanged(known, 'an unauthorized write was refused');
  }

  /** Sends an update of the order, alone or in a batch, and reads the order again. */
  async #updated(
    caller: Caller,
    request: Request,
    sent: unknown,
    known: Known,
    isRepeated = false,
    match: 'none' | 'right' | 'stale' = 'none',
  ): Promise<Known> {
    const answer = await this.#write(caller, request, isRepeated);
    if (match === 'stale' && isSuccess(answer.status))
      throw new Contradiction('an update with a stale version succeeded');
    if (match !== 'stale' && answer.status === 412)
      throw new Contradiction('an update with the current version was refused');
    if (!isSuccess(answer.status)) return this.#unchanged(known, `an update was refused with ${answer.status}`);
    const data = answer.data<Order | Order[]>();
    const shown = Array.isArray(data) ? data[0] : data;
    const after = await this.#read(known.order.id, shown);
    shows(after.order, sent);
    const [before, now] = [versionOf(known.etag), versionOf(after.etag)];
    const isChanged = JSON.stringify(after.order) !== JSON.stringify(known.order);
    if (now < before || (isChanged && now === before) || Number.isNaN(now))
      throw new Contradiction(`version ${now} of an order that is changed, after ${before}`);
    return after;
  }

  /** Sends a write with a key, and optionally again with the same key: then the answer is the same to the byte. */
  async #write(caller: Caller, request: Request, isRepeated: boolean): Promise<Answer> {
    if (!isRepeated) return caller.send(request);
    const keyed = { ...request, headers: { ...request.headers, 'idempotency-key': caller.newKey() } };
    const first = await caller.send(keyed);
    const again = await caller.send(keyed);
    same('status of a repeated request', again.status, first.status);
    if (!isSuccess(first.status)) return first;
    same('answer to a repeated request', again.text, first.text);
    same('Idempotent-Replayed', again.headers['idempotent-replayed'], 'true');
    return first;
  }

  /** @param shown the answer of a write: the order, or its list entry */
  async #read(id: number, shown?: Partial<Order>): Promise<Known> {
    const answer = await this.#seller.send(this.#of(this.#seller, 'GET /v1/orders/{order}', [id]));
    same('status of reading an order', answer.status, 200);
    const order = answer.data<Order>();
    for (const [member, value] of Object.entries(shown ?? {}))
      if (member in order) same(`${member} as it is read`, order[member as keyof Order], value);
    pricesAddUp(order);
    return { order, text: answer.text, etag: answer.headers.etag ?? '' };
  }

  async #unchanged(known: Known, why: string): Promise<Known> {
    const after = await this.#read(known.order.id);
    same(`the order after ${why}`, after, known);
    return after;
  }

  #update(caller: Caller, id: number, body: unknown): Request {
    return this.#of(caller, 'PATCH /v1/orders/{order}', [id], body);
  }

  #of(caller: Caller, name: string, segments: readonly unknown[], body?: unknown): Request {
    return this.#request(caller, { operation: this.#find(name), drawn: PLAIN }, segments, body);
  }

  #request({ pool }: Caller, { operation, drawn }: Plan, segments: readonly unknown[], body: unknown, scene?: Scene) {
    return requestOf({ operation, drawn: { ...drawn, segments, body, form: 'body' } }, pool, [], scene);
  }

  /** The remaining places of a departure. */
  async #remaining(scene: Scene): Promise<number> {
    const [role, product, availability] = ['role', 'product', 'availability'].map((noun) => scene.get(noun)?.[0]);
    for (const date of scene.get('date') ?? []) {
      const filter = { start_date: date, end_date: date };
      const path = 'GET /v1/pos/roles/{role}/products/{product}/rates/dates';
      const answer = await this.#seller.send(this.#of(this.#seller, path, [role, product], { filter }));
      type Days = { rates: { availabilities: { id: number; remaining: number }[] }[] }[];
      const slots = answer.data<Days>().flatMap(({ rates }) => rates.flatMap(({ availabilities }) => availabilities));
      const found = slots.find(({ id }) => id === availability);
      if (found) return found.remaining;
    }
    throw new Contradiction(`availability ${availability} is no longer listed`);
  }
}
