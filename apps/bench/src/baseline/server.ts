import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import pg from 'pg';
import { type Viewer, viewerOf } from './access.ts';
import { booker } from './book.ts';
import { productDetail, productPage, RATES_BY_DATE } from './catalog.ts';
import { fullOrder, orderPage } from './orders.ts';
import { dayAt, orderIds, pageMeta } from './requests.ts';

/*
 * The baseline: a server hand-written for exactly these endpoints and for speed. Fastify, one read for the token, one
 * prepared statement that returns the finished answer. It supports the workloads and nothing else.
 */

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer;
  }
}

const apiUrl = process.env.API_URL ?? '';
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: '-c timezone=UTC' });
const app = Fastify({ routerOptions: { maxParamLength: 1_000 } });

app.decorateRequest('viewer');
app.addHook('onRequest', async (request, reply) => {
  const { authorization, 'x-lang': lang } = request.headers;
  const viewer = await viewerOf(pool, authorization, typeof lang === 'string' ? lang : undefined);
  if (!viewer) return reply.code(401).send({ message: 'Unauthenticated.' });
  request.viewer = viewer;
});

const shared = ({ viewer }: FastifyRequest) => [viewer.lang, viewer.organizationIds];

/** Runs a statement that returns JSON texts; each connection prepares it once. */
async function texts(name: string, text: string, values: unknown[]): Promise<unknown[]> {
  const { rows } = await pool.query<unknown[]>({ name, text, values, rowMode: 'array' });
  return rows[0] ?? [];
}

const send = (reply: FastifyReply, body: string) =>
  reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store').send(body);

const answer = (reply: FastifyReply, text: unknown) =>
  typeof text === 'string'
    ? send(reply, `{"data":${text}}`)
    : reply.code(404).send({ errors: null, meta: { message: 'Not found.' } });

const pages = new Map<string, string>();

app.get('/v1/orders', async (request, reply) => {
  const { text, values } = orderIds(request.query, request.viewer);
  const statement = pages.get(text) ?? orderPage(apiUrl, text);
  pages.set(text, statement);
  const name = `orders ${[...pages.keys()].indexOf(text)}`;
  return answer(reply, (await texts(name, statement, [...shared(request), request.viewer.principals, ...values]))[0]);
});

const byId = fullOrder(apiUrl, 'o.id = $4');
app.get<{ Params: { order: string } }>('/v1/orders/:order', async (request, reply) =>
  answer(reply, (await texts('order', byId, [...shared(request), request.viewer.principals, request.params.order]))[0]),
);

const roleOf = ({ viewer, params }: FastifyRequest<{ Params: { role: string } }>) =>
  viewer.roles.find(({ id }) => String(id) === params.role);

const products = productPage(apiUrl, { byDate: false });
const productsByDate = productPage(apiUrl, { byDate: true });
type Search = { page?: string; per_page?: string; 'filter[start_date]'?: string; 'filter[end_date]'?: string };
app.get<{ Params: { role: string }; Querystring: Search }>('/v1/pos/roles/:role/products', async (request, reply) => {
  const role = roleOf(request);
  if (!role) return answer(reply, null);
  const { page: requested, per_page: size, 'filter[start_date]': from, 'filter[end_date]': to } = request.query;
  const [page, perPage] = [Number(requested ?? 1), Number(size ?? 15)];
  const values = [...shared(request), role.id, role.currencyCode, dayAt(role.timeZone), perPage, (page - 1) * perPage];
  const [entries, total] = from
    ? await texts('products by date', productsByDate, [...values, from, to])
    : await texts('products', products, values);
  return send(reply, `{"data":${entries},"meta":${pageMeta(Number(total), page, perPage)}}`);
});

const product = productDetail(apiUrl);
app.get<{ Params: { role: string; product: string } }>(
  '/v1/pos/roles/:role/products/:product',
  async (request, reply) => {
    const role = roleOf(request);
    if (!role) return answer(reply, null);
    const values = [...shared(request), role.id, request.params.product, request.viewer.staffOf];
    return answer(reply, (await texts('product', product, values))[0]);
  },
);

app.get<{ Params: { role: string; product: string } }>(
  '/v1/pos/roles/:role/products/:product/rates/dates',
  async (request, reply) => {
    const role = roleOf(request);
    if (!role) return answer(reply, null);
    const values = [request.viewer.lang, role.id, request.params.product];
    return answer(reply, (await texts('rates', RATES_BY_DATE, values))[0]);
  },
);

const book = booker(pool, apiUrl, process.env.SECRET_KEY ?? '');
app.post<{ Params: { role: string; level: string }; Body: Parameters<typeof book>[0]['body'] }>(
  '/v1/pos/roles/:role/service_levels/:level/orders',
  async (request, reply) => {
    const role = roleOf(request);
    if (!role?.mayBook) return answer(reply, null);
    const { viewer, body } = request;
    const serviceLevelId = Number(request.params.level);
    return answer(reply, await book({ viewer, role, serviceLevelId, body, requestId: randomUUID() }));
  },
);

process.on('SIGTERM', async () => {
  await app.close();
  await pool.end();
  process.exit();
});
process.on('disconnect', () => process.exit());

await app.listen({ port: 0, host: '127.0.0.1' });
if (!app.server.listening) await once(app.server, 'listening');
const address = app.server.address();
process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
