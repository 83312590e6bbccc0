import { Prisma } from '@channel/prisma';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { Channel } from '../audit/audit-entry.ts';
import { builder } from '../builder.ts';
import { Product } from '../catalog/product.ts';
import { visibleProducts } from '../catalog/visible-products.ts';
import type { Context } from '../context.ts';
import { User } from '../people/user.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { actorOf, staffOrganizationIds } from '../shared/principals.ts';
import { readOnce } from '../shared/read-once.ts';
import { actorsOf, changePage, type Nodes, type Row } from './change-page.ts';
import { checkPage, eventArguments, pageArguments, pageSize } from './feed-arguments.ts';
import { type FollowedPage, followChanges, pageOrWait, type Reading } from './follow-changes.ts';
import { type ChangePage, currentCursor, isEntryOfChange, readChanges } from './read-changes.ts';

const CatalogueEventKind = builder.enumType('CatalogueEventKind', {
  description: 'What happened to a product.',
  values: {
    created: { description: 'It is new.' },
    updated: { description: 'Some of its parts changed.' },
    deleted: { description: 'It no longer exists.' },
  } as const,
});

const CataloguePart = builder.enumType('CataloguePart', {
  description: 'A part of a product that can change.',
  values: {
    product: { description: 'Its texts, places, categories, images, videos and currencies.' },
    serviceLevels: { description: 'Its service levels.' },
    priceCategories: { description: 'The price categories of its service levels.' },
    rates: { description: 'Its rates, their prices and cancellation policies.' },
    schedules: { description: 'The schedules from which its departures are made.' },
    departures: { description: 'Its departures, but not how many places of them are booked.' },
    pickups: { description: 'Its pickup places and times.' },
    roles: { description: 'The roles that may sell it.' },
  } as const,
});
type Part = typeof CataloguePart.$inferType;

/** A change of a product. */
type ProductChange = {
  kind: typeof CatalogueEventKind.$inferType;
  parts: Part[];
  at: Date;
  productId: number;
  channel: typeof Channel.$inferType;
  actorId: number | null;
  requestId: string | null;
};

type CatalogueEventNode = ProductChange & {
  cursor: string;
  product: () => Promise<Row<'Product'>>;
  actor: () => Promise<Row<'User'>>;
};

const CatalogueEvent = builder.objectRef<CatalogueEventNode>('CatalogueEvent').implement({
  description: 'The changes that one transaction made to a product, with the current state of the product.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', { description: 'The cursor after which the next changes are.' }),
    kind: t.expose('kind', { type: CatalogueEventKind, description: 'What happened to the product.' }),
    parts: t.expose('parts', {
      type: [CataloguePart],
      description: 'The parts that changed. May be empty where the product as a whole is new or deleted.',
    }),
    at: t.expose('at', {
      type: 'DateTime',
      description: 'Time of the change. Not ascending: a change comes when it is committed.',
    }),
    productId: t.exposeInt('productId', { description: "The product's id." }),
    product: t.field({
      type: Product,
      nullable: true,
      description: 'The product as it is now, with later changes; null when it is deleted.',
      resolve: ({ product }) => product(),
    }),
    channel: t.expose('channel', {
      type: Channel,
      description: 'The channel of the change; `system` where no line of the audit log records it.',
    }),
    actor: t.field({
      type: User,
      nullable: true,
      description:
        "The user who made the change, for staff of the product's organization; null for others, for jobs, and where it was not recorded.",
      resolve: ({ actor }) => actor(),
    }),
    requestId: t.exposeString('requestId', {
      nullable: true,
      description: 'The request of the change, for those who see `actor`; null for others, and where there was none.',
    }),
  }),
});

const CatalogueEventPage = changePage('CatalogueEventPage', CatalogueEvent, 'products');

const CatalogueEventFilter = builder.inputType('CatalogueEventFilter', {
  description: 'Which changes of products to answer with; a change must match every given member.',
  fields: (t) => ({
    productIds: t.intList({ description: 'Of these products.' }),
    parts: t.field({
      type: [CataloguePart],
      description: 'Of any of these parts. New and deleted products match always.',
    }),
  }),
});

type Filter = typeof CatalogueEventFilter.$inferInput | null | undefined;

/** The first and the last change of a product, among the parts that the database names. */
const WHOLE = ['created', 'deleted'];

const kind = Prisma.sql`(CASE WHEN 'deleted' = ANY (part.list) THEN 'deleted' WHEN 'created' = ANY (part.list) THEN 'created' ELSE 'updated' END)`;

/** Reads pages of the changes of products that the caller sees: as staff of their organizations, or may sell. */
function readingProducts(context: Context, filter: Filter, first: number): Reading<ProductChange> {
  checkFilter(filter);
  const { productIds, parts } = filter ?? {};
  const isStaff = Prisma.sql`c.organization_id = ANY (${staffOrganizationIds(context)})`;
  const roleIds = actorOf(context).roles.map(({ id }) => id);
  const columns = Prisma.sql`${kind} AS kind, array(SELECT p FROM unnest(part.list) AS p WHERE p <> ALL (${WHOLE})) AS parts,
    c.at, c.subject_id AS "productId", coalesce(a.channel, 'system')::text AS channel,
    CASE WHEN ${isStaff} THEN a.actor_id END AS "actorId", CASE WHEN ${isStaff} THEN a.request_id END AS "requestId"`;
  const joins = Prisma.sql`CROSS JOIN LATERAL (SELECT string_to_array(c.parts, ',') AS list) AS part
    LEFT JOIN audit_entry a ON ${isEntryOfChange}`;
  const where = Prisma.join(
    [
      Prisma.sql`(${isStaff} OR EXISTS (
        SELECT FROM role_product rp WHERE rp.product_id = c.subject_id AND rp.role_id = ANY (${roleIds})))`,
      ...(productIds ? [Prisma.sql`c.subject_id = ANY (${productIds})`] : []),
      ...(parts ? [Prisma.sql`part.list && ${[...WHOLE, ...parts]}`] : []),
    ],
    ' AND ',
  );
  return (after) =>
    readChanges<ProductChange>(context.db, { stream: 'catalogue', columns, joins, where, after, first });
}

/** A page with its products and users as they are selected. */
function answered(
  page: ChangePage<ProductChange>,
  context: Context,
  info: GraphQLResolveInfo,
): Nodes<CatalogueEventNode> {
  const { changes, endCursor, hasNextPage } = page;
  const { db } = context;
  const visible = [{ organizationId: { in: staffOrganizationIds(context) } }, visibleProducts(actorOf(context))];
  const product = readOnce(() =>
    db.product.findMany({
      ...queryFromInfo({ context, info, path: ['nodes', 'product'] }),
      where: { id: { in: changes.map(({ productId }) => productId) }, OR: visible },
    }),
  );
  const actor = actorsOf(context, info, changes);
  const nodes = changes.map((change) => ({
    ...change,
    product: () => product(change.productId),
    actor: actor(change),
  }));
  return { nodes, endCursor, hasNextPage };
}

const filter = { type: CatalogueEventFilter, description: 'Narrows the changes.' } as const;

builder.queryFields((t) => ({
  catalogueEvents: t.field({
    type: CatalogueEventPage,
    description:
      'Changes of the products that the viewer may sell, or whose organization the viewer is staff of, in the order of their commits, after a cursor, as `orderEvents`. Not of suppliers, places and tags. Partners are not notified when a product is deleted.',
    args: { ...pageArguments, filter: t.arg(filter) },
    resolve: async (_root, { after, first, waitSeconds, filter: wanted }, context, info) => {
      checkPage({ first, waitSeconds });
      const read = readingProducts(context, wanted, pageSize(first));
      return answered(await pageOrWait(context, 'catalogue', waitSeconds ?? 0, after, read), context, info);
    },
  }),
  catalogueEventsCursor: t.string({
    description: 'The cursor behind the newest change of products, as `orderEventsCursor`.',
    resolve: (_root, _args, context) => currentCursor(context.db, 'catalogue'),
  }),
}));

builder.subscriptionField('catalogueEvents', (t) =>
  t.field({
    type: CatalogueEventPage,
    description:
      'The changes that the query of the same name answers with, as they are committed, in a stream that can be resumed like `orderEvents`.',
    args: { ...eventArguments, filter: t.arg(filter) },
    subscribe: (_root, { after, first, filter: wanted }, context) => {
      checkPage({ first });
      return followChanges(context, 'catalogue', after, readingProducts(context, wanted, pageSize(first, true)));
    },
    resolve: ({ page }: FollowedPage<ProductChange>, _args, context, info) => answered(page, context, info),
  }),
);
