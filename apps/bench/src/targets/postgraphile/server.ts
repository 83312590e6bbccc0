import { createServer } from 'node:http';
import pg from 'pg';
import { viewerOf } from '../../baseline/access.ts';
import { load } from '../../extra-packages.ts';

/*
 * PostGraphile over the same tables. For visibility, the viewer's principals are in a session setting that a database
 * function reads; the token is checked by the baseline's own statement.
 */

const SEEN_ORDERS = `
  CREATE OR REPLACE FUNCTION seen_orders(statuses order_status[] DEFAULT NULL, cities int[] DEFAULT NULL, search text DEFAULT NULL, ids int[] DEFAULT NULL)
  RETURNS SETOF orders LANGUAGE sql STABLE AS $$
    SELECT * FROM orders WHERE viewers && string_to_array(current_setting('bench.viewers'), ',')
      AND (statuses IS NULL OR status = ANY (statuses)) AND (cities IS NULL OR city_id = ANY (cities)) AND (ids IS NULL OR id = ANY (ids))
      AND (search IS NULL OR id IN (SELECT order_id FROM order_search WHERE document LIKE '%' || search_form(search) || '%'))
    ORDER BY created_at DESC, id DESC $$`;

const connectionString = process.env.DATABASE_URL ?? '';
const pool = new pg.Pool({ connectionString, max: 10 });
await pool.query(SEEN_ORDERS);
// Postgres has a type `point`, which PostGraphile confuses with the table.
await pool.query("COMMENT ON TABLE point IS '@name spot'");

type Request = { node?: { req: { headers: Record<string, string> } } };
type Serv = { addTo(server: ReturnType<typeof createServer>): Promise<void> };
type PostGraphile = {
  postgraphile(preset: object): { createServ(grafserv: unknown): Serv };
};

const { postgraphile } = (await load('postgraphile', 'postgraphile')) as PostGraphile;
const { PostGraphileAmberPreset } = await load('postgraphile', 'postgraphile/presets/amber');
const { makePgService } = (await load('postgraphile', 'postgraphile/adaptors/pg')) as {
  makePgService(options: object): unknown;
};
const { grafserv } = await load('postgraphile', 'postgraphile/grafserv/node');

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  // Tags refer to their resources by partial indexes, which it does not count as indexes.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [makePgService({ pool, schemas: ['public'] })],
  grafserv: { graphqlPath: '/graphql', graphiql: false, websockets: false },
  grafast: {
    async context({ node }: Request) {
      const viewer = await viewerOf(pool, node?.req.headers.authorization, undefined);
      if (!viewer) throw new Error('unauthenticated');
      return { pgSettings: { 'bench.viewers': viewer.principals.join() } };
    },
  },
});

const server = createServer();
await instance.createServ(grafserv).addTo(server);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
});
process.on('SIGTERM', () => process.exit());
process.on('disconnect', () => process.exit());
