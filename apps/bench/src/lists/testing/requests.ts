import type { PersistedDocument } from '@channel/api/persisted';
import { getOperationAST } from 'graphql';
import type { Facts } from './facts.ts';

export type Variables = Readonly<Record<string, unknown>>;

/** Requests of each persisted query, by variant, and the users who send them, by name. */
export type Requests = Record<string, { users: (keyof Facts['users'])[]; given: Record<string, Variables> }>;

const SELLERS = ['partner', 'few'] as const;
const STAFF = ['staff'] as const;
const ALL = ['staff', 'partner', 'clerk'] as const;

const tag = (text: string) => [{ text }];
const plain = { '': {} };
const TEXTS = Array.from({ length: 50 }, () => '%_'.repeat(50));

type Query = Pick<PersistedDocument, 'name' | 'owner' | 'document'>;

/** A query whose requests differ by nothing but the user and the page. */
const isPlain = ({ document }: Query) =>
  (getOperationAST(document)?.variableDefinitions ?? []).every(({ variable }) =>
    ['page', 'perPage'].includes(variable.name.value),
  );

/** The requests of the plain queries: those of v1 by sellers and staff, those of the console by staff. */
const plainRequests = (queries: readonly Query[]): Requests =>
  Object.fromEntries(
    queries
      .filter(isPlain)
      .map(({ name, owner }) => [name, { users: owner === 'v1' ? [...ALL] : [...STAFF], given: plain }]),
  );

/**
 * The requests of the lists and searches of v1 and of the console: those named here, and one of each other query that
 * has no arguments but its page.
 *
 * @param today the day of the data set, as `YYYY-MM-DD`
 * @param queries the persisted queries
 */
export function requestsOf(facts: Facts, today: string, queries: readonly Query[]): Requests {
  const day = (later: number) => new Date(Date.parse(today) + later * 86_400_000).toISOString().slice(0, 10);
  const role = String(facts.roles.max);
  const on = (from: number, to: number) => ({ startDate: day(from), endDate: day(to) });
  const orderFilters = {
    '': {},
    'by status': { status: ['Cancelled', 'Deleted'] },
    'by city': { city: { ids: [facts.city] } },
    'by product': { product: { ids: [facts.product] } },
    'by supplier': { supplier: { ids: [facts.supplier] } },
    'by client': { client: { ids: [facts.client] } },
    'by day': { activityDate: { start: day(-7), end: day(-7) } },
    'by days of order': { orderDate: { start: day(-14), end: day(-7) } },
    'by time of creation': { createdAt: { since: `${day(-14)}T23:00:00Z`, until: `${day(-6)}T23:00:00Z` } },
    'of today': { todayOrders: true },
    'by name': { search: facts.name },
    'by the beginning of a name': { quickSearch: facts.name.slice(0, 4) },
    'by an unknown text': { search: 'qqqzzzxxx' },
    'by tag': { tags: tag(facts.voucher) },
  };
  const productFilters = {
    '': {},
    'by title': { title: [facts.title] },
    'by no title': { title: ['qqqzzz'] },
    'by as many and as long titles as may be': { title: TEXTS },
    'by city': { city: { ids: [facts.city] } },
    'by tag of the city': { city: { tags: tag('qqqzzz') } },
    'by tag': { tags: tag('qqqzzz') },
  };
  const listed = (filters: Record<string, Variables>, more: Variables = {}) =>
    Object.fromEntries(
      Object.entries(filters).map(([what, filter]) => [what, { filter, page: 1, perPage: 15, ...more }]),
    );
  // Other queries over the list of orders, with the same conditions.
  const someOrders = listed({ '': {}, 'by name': orderFilters['by name'] });
  const search = listed(
    {
      ...productFilters,
      'by ids': { productIds: [facts.product, facts.pass] },
      'by label': { labels: [facts.label] },
      'by as many and as long labels as may be': { labels: TEXTS },
      'by category': { categories: { ids: [facts.category] } },
      'on a day': on(9, 9),
      'in a week': on(5, 11),
      'in three months': on(0, 90),
      'in a year': on(0, 365),
      'from a day': { startDate: day(30) },
      'until a day': { endDate: day(30) },
      'from long ago': { startDate: '1970-01-01' },
      'until the end of time': { endDate: '9999-12-31' },
      'from the beginning to the end of time': { startDate: '0001-01-01', endDate: '9999-12-31' },
      'on days that are over': on(-400, -300),
      'far ahead': { startDate: '9000-01-01' },
      'for one': { numberOfBooks: 1 },
      'for five': { numberOfBooks: 5 },
      'for more than the capacity': { numberOfBooks: 100_000 },
      'for five in a week': { numberOfBooks: 5, ...on(5, 11) },
      'for more than the capacity, in a year': { numberOfBooks: 100_000, ...on(0, 365) },
    },
    { role },
  );
  const inRole = (given: Record<string, Variables>, productId = facts.product) =>
    Object.fromEntries(Object.entries(given).map(([what, filter]) => [what, { role, productId, filter }]));
  const days = (level: Variables) => ({
    ...inRole({ '': {}, 'in a week': on(5, 11), 'in a year': on(0, 365), 'long ago': on(-800, -500), ...level }),
    'of a pass': { role, productId: facts.pass, filter: on(0, 365) },
  });
  const choices = { 'by a letter': { filter: { title: ['a'] }, perPage: 20 } };

  return {
    ...plainRequests(queries),
    // v1
    ListOrders: {
      users: [...ALL],
      given: listed(orderFilters, { withPickup: true, withDropoff: true }),
    },
    ExportOrders: { users: [...STAFF], given: someOrders },
    GetOrder: {
      users: ['staff'],
      given: { 'by id': { reference: String(facts.order) }, 'by tag': { reference: facts.voucher } },
    },
    SearchProducts: {
      users: ['partner'],
      given: { ...search, 'on the last page': { role, filter: on(5, 11), page: 3, perPage: 15 } },
    },
    GetProduct: { users: ['partner'], given: { '': { role, product: facts.product } } },
    ListProducts: {
      users: [...SELLERS],
      given: listed({
        ...productFilters,
        'by ids': { id: [facts.product] },
        'by label': { label: [facts.label] },
        'by category': { category: { ids: [facts.category] } },
        'by supplier': { supplier: { ids: [facts.supplier] } },
        'by country': { country: [facts.country] },
        'by as many and as long countries as may be': { country: TEXTS },
      }),
    },
    ListRatesByDate: { users: ['partner'], given: days({ 'for five': { numberOfBooks: 5 } }) },
    ListAvailableDates: { users: ['partner'], given: days({}) },
    GetPickupOptions: { users: ['partner'], given: { '': { role, serviceLevelId: facts.pickupLevel } } },
    ListCategories: { users: ['partner'], given: { ...plain, 'by text': { query: 'a' } } },
    ListCities: {
      users: ['partner'],
      given: {
        ...plain,
        'by name': { filter: { name: ['a'] } },
        'by as many and as long names as may be': { filter: { name: TEXTS } },
      },
    },
    ListCountries: { users: ['partner'], given: { ...plain, 'by text': { query: 'a' } } },
    ListDestinations: { users: ['partner'], given: { ...plain, 'by text': { query: 'a' } } },
    ListLabels: { users: [...SELLERS], given: { ...plain, 'by text': { query: 'a' } } },
    // The console.
    ActorName: { users: ['administrator'], given: { '': { id: facts.users.clerk } } },
    AuditLog: {
      users: ['administrator'],
      given: listed({
        '': {},
        'by text': { search: String(facts.order) },
        'of an order': { entities: ['order'], entityIds: [facts.order] },
        'of a user': { actorIds: [facts.users.staff] },
        'of a user without entries': { actorIds: [facts.users.partner] },
        'of a batch': { batchIds: [facts.batch] },
        'of an unknown kind': { entities: ['nothing'] },
        'through a channel': { channels: ['api'] },
      }),
    },
    Batch: { users: [...STAFF], given: { '': { id: facts.batch, page: 1, perPage: 50 } } },
    BatchRowChanges: { users: [...STAFF], given: { '': { id: facts.batch, orderId: facts.order, page: 1 } } },
    Batches: { users: [...STAFF], given: { '': { page: 1 } } },
    Catalogue: {
      users: [...STAFF],
      given: listed({
        '': {},
        'by text': { search: facts.title },
        'by an unknown text': { search: 'qqqzzz' },
        'by city': { cityIds: [facts.city] },
        'by category': { categoryIds: [facts.category] },
        'by supplier': { supplierIds: [facts.supplier] },
        'not published': { isPublished: false },
        'by tag': { tags: tag('qqqzzz') },
      }),
    },
    CatalogueCalendar: { users: [...STAFF], given: { '': { id: facts.product, from: today, to: day(41) } } },
    CatalogueProduct: { users: [...STAFF], given: { '': { id: facts.product } } },
    CityChoices: { users: [...STAFF], given: { 'by a letter': { filter: { name: ['a'] }, perPage: 20 } } },
    ClientChoices: {
      users: [...STAFF],
      given: { 'by text': { text: '4', limit: 20 }, 'by id': { ids: [facts.client], limit: 20 } },
    },
    CrewAccess: {
      users: [...STAFF],
      given: { '': { personId: facts.users.staff, organizationId: facts.organization } },
    },
    CountOrders: { users: [...STAFF], given: someOrders },
    AssignmentClashes: {
      users: [...STAFF],
      given: { '': { moves: ['pickup', 'dropoff', 'guide'].map((task) => ({ orderId: facts.bookedOrder, task })) } },
    },
    DispatchBoard: { users: [...STAFF], given: { 'of a week': { from: today, to: day(6) } } },
    DispatchManifest: { users: [...STAFF], given: { '': { day: today } } },
    HandOver: {
      users: [...STAFF],
      given: { '': { personId: facts.users.staff, from: today, to: day(30) } },
    },
    GivablePermissions: { users: ['administrator'], given: { '': { organizationId: facts.organization } } },
    MayChangeOrder: { users: [...STAFF], given: { '': { id: facts.order } } },
    Order: { users: [...STAFF], given: { '': { reference: String(facts.order) } } },
    OrderCrew: { users: [...STAFF], given: { '': { reference: String(facts.order) } } },
    OrderChanges: { users: [...STAFF], given: { '': { id: facts.order, since: 1 } } },
    OrderEvents: { users: [...STAFF], given: { '': { id: facts.order } } },
    OrderIds: { users: [...STAFF], given: someOrders },
    PersonCalendar: {
      users: [...STAFF],
      given: {
        '': { personId: facts.users.staff, organizationId: facts.organization, from: today, to: day(365) },
      },
    },
    PersonSchedule: {
      users: [...STAFF],
      given: { '': { personId: facts.users.staff, from: today, to: day(30) } },
    },
    OrderOptions: { users: [...STAFF], given: { '': { id: facts.order } } },
    SellableProducts: { users: ['partner'], given: { '': { role, search: '' }, 'by title': { role, search: 'a' } } },
    BookableDepartures: {
      users: ['partner'],
      given: {
        '': { role, productId: facts.product, serviceLevelId: facts.level, from: day(0), to: day(60) },
      },
    },
    BookingQuote: {
      users: ['partner'],
      given: {
        '': {
          role,
          serviceLevelId: facts.level,
          input: { passengers: [{}], details: { availabilityId: facts.offer } },
        },
      },
    },
    RebookingQuote: {
      users: [...STAFF],
      given: {
        '': {
          orderId: facts.soldOrder,
          serviceLevelId: facts.level,
          input: { details: { availabilityId: facts.offer } },
        },
      },
    },
    CancellationTerms: { users: [...STAFF], given: { '': { orderId: facts.soldOrder } } },
    PickupPlaces: { users: ['partner'], given: { '': { role, serviceLevelId: facts.pickupLevel } } },
    OrderNotes: { users: [...STAFF], given: { '': { orderId: facts.order } } },
    NoteReaders: { users: [...STAFF], given: { '': { orderId: facts.order } } },
    OrderTimeline: { users: [...STAFF], given: { '': { id: facts.order, page: 1 } } },
    Orders: {
      users: [...STAFF],
      given: {
        ...listed(orderFilters, {
          perPage: 25,
          withPeople: true,
          withTransfers: true,
          withTags: true,
          withSupplier: true,
        }),
        'by leader': {
          sort: { by: 'leader' },
          page: 1,
          perPage: 25,
          withPeople: true,
          withTransfers: true,
          withTags: true,
          withSupplier: true,
        },
      },
    },
    OrdersCount: { users: [...STAFF], given: someOrders },
    Overview: { users: [...STAFF], given: { '': { organizationId: facts.organization } } },
    Palette: {
      users: [...STAFF],
      given: { 'a name': { search: facts.name }, 'a letter': { search: 'a' }, 'an unknown text': { search: 'qqqzzz' } },
    },
    // Only for sessions of the crew: the jobs of one person on two days.
    CrewDay: { users: [...STAFF], given: {} },
    // In the demo alone, which keeps 200 mails.
    Mailbox: { users: ['administrator'], given: {} },
    MailboxMail: { users: ['administrator'], given: {} },
    PersonalDataErasures: { users: ['administrator'], given: { '': { organizationId: facts.organization } } },
    PersonalDataOrders: {
      users: ['administrator'],
      given: {
        'by e-mail': { organizationId: facts.organization, search: { email: 'guest1@guest.example' } },
        'by a phone number': { organizationId: facts.organization, search: { phoneNumber: '+31612345678' } },
      },
    },
    // One row, by its token.
    PasswordLink: { users: [...STAFF], given: {} },
    People: {
      users: ['administrator'],
      given: listed({
        '': {},
        'by text': { search: 'Clerk 4' },
        'of a role': { roleIds: [facts.roles.max] },
        'who were disabled': { state: 'disabled' },
      }),
    },
    Person: { users: ['administrator'], given: { '': { id: facts.users.clerk } } },
    ProductChoices: { users: [...STAFF], given: choices },
    RecentActs: { users: ['administrator'], given: { '': { entities: ['order'], id: facts.order } } },
    ServiceAccountOwners: {
      users: ['administrator'],
      given: {
        '': { organizationId: facts.organization, search: '' },
        'by text': { organizationId: facts.organization, search: 'Clerk 4' },
      },
    },
    StaffRoles: { users: ['administrator'], given: plain },
    TagKeys: {
      users: [...STAFF],
      given: { ...plain, 'of orders': { holders: ['orders'] }, 'by text': { search: 'vou' } },
    },
    TagValues: { users: [...STAFF], given: { 'of orders': { holder: 'orders', key: 'voucher' } } },
    // The tagged things of one audit entry.
    TaggedThings: { users: ['administrator'], given: {} },
    WebhookDeliveries: {
      users: ['administrator'],
      given: listed({
        '': {},
        'of an endpoint': { endpointIds: [facts.endpoint] },
        'of an order': { orderIds: [facts.order] },
        'that failed once': { hasFailedAttempt: true },
        'by text': { search: facts.name },
        'of a test': { causes: ['test'] },
        failed: { statuses: ['failed'] },
        pending: { statuses: ['pending'] },
      }),
    },
    WebhookDelivery: { users: ['administrator'], given: { '': { id: facts.delivery } } },
    WebhookEndpoint: { users: ['administrator'], given: { '': { id: facts.endpoint } } },
    WebhookEndpointActivity: { users: ['administrator'], given: { '': { id: facts.endpoint, hours: 24, steps: 24 } } },
    WebhookEndpointNames: { users: ['administrator'], given: plain },
    WebhookEndpoints: { users: ['administrator'], given: plain },
    WebhookEvent: { users: ['administrator'], given: { '': { id: facts.event } } },
    WebhookEventChanges: {
      users: ['administrator'],
      given: { '': { id: facts.event, against: 'previous' } },
    },
    WebhookEvents: {
      users: ['administrator'],
      given: listed({
        '': {},
        'of an endpoint': { endpointIds: [facts.endpoint] },
        'of an order': { orderIds: [facts.order] },
        'by text': { search: facts.name },
        pending: { statuses: ['pending'] },
        failed: { statuses: ['failed'] },
      }),
    },
    WebhookLastFailure: { users: ['administrator'], given: { '': { endpointId: facts.endpoint } } },
    WebhookOwners: {
      users: ['administrator'],
      given: {
        '': { organizationId: facts.organization, search: '' },
        'by text': { organizationId: facts.organization, search: 'Clerk 4' },
      },
    },
    WebhookRedeliveryCount: {
      users: ['administrator'],
      given: {
        'of an endpoint': { selection: { endpointId: facts.endpoint } },
        'of an order': { selection: { orderId: facts.order } },
      },
    },
    WebhookTerms: { users: ['administrator'], given: plain },
  };
}
