import { always, guide, type Named, POS, path, pos, type Slot } from './slot.ts';

/** Both parameters of a path below a role: a foreign role, and a foreign object under the caller's own role. */
const posPaths = (rest: string, thing: 'product' | 'service_level', of: (named: Named) => number): Slot[] => {
  const route = `GET ${POS}${rest}`;
  const address = (role: Named, what: Named) => `${pos(role)}${rest.replace(/\{\w+\}/, String(of(what)))}`;
  return [
    path(route, 'role', (own, named) => address(named, own)),
    path(route, thing, (own, named) => address(own, named)),
  ];
};

/** Objects that a path names by their ids. */
export const paths: Slot[] = [
  path('GET /v1/orders/{order}', 'order', (_own, named) => `/v1/orders/${named.order}`),
  ...(['PUT', 'PATCH'] as const).map(
    (method): Slot => ({
      ...path(`${method} /v1/orders/{order}`, 'order', (_own, named) => `/v1/orders/${named.order}`, {
        leader: guide(`Changed by ${method}`),
      }),
      changes: ['orders', 'passenger'],
    }),
  ),
  path(`GET ${POS}/products`, 'role', (_own, named) => `${pos(named)}/products`),
  ...posPaths('/products/{product}', 'product', ({ product }) => product),
  ...posPaths('/products/{product}/rates/dates', 'product', ({ product }) => product),
  ...posPaths('/products/{product}/rates/dates-availability', 'product', ({ product }) => product),
  ...posPaths('/service_levels/{service_level}/pickups', 'service_level', ({ pickupLevel }) => pickupLevel),
  ...(['PUT', 'PATCH', 'DELETE'] as const).map(
    (method): Slot => ({
      route: `${method} /v1/tokens/{token}`,
      member: 'token',
      ask: (own, named) => ({
        path: `/v1/tokens/${named.tokens[method].id}`,
        ...(method === 'DELETE' ? {} : { body: { refresh_token: own.tokens[method].refreshToken } }),
      }),
      expected: always(method === 'DELETE' ? 404 : 401),
    }),
  ),
];

/** An order can also be named by the text of a tag. */
export const orderByTag: Slot[] = (['GET', 'PUT', 'PATCH'] as const).map((method) => ({
  route: `${method} /v1/orders/{order}`,
  member: 'order',
  ask: (_own, named) => ({
    path: `/v1/orders/${encodeURIComponent(named.orderTag)}`,
    ...(method === 'GET' ? {} : { body: { leader: guide(`Changed by tag, ${method}`) } }),
  }),
  expected: always(404),
  ...(method === 'GET' ? {} : { changes: ['orders', 'passenger'] }),
}));
