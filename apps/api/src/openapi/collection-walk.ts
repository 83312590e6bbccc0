/** A request of a walk: a call of the OpenAPI document with its values, and the checks of its answer. */
export type Step = {
  /** `operationId`. */
  readonly operation: string;
  /** A name, if the call is made for another purpose than its summary says. */
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Values for some of the headers that the call takes. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The JSON body; `{{name}}` stands for a variable. */
  readonly body?: string;
  /** The expected status; then checks and stored variables, in JavaScript, where `answer` is the parsed body. */
  readonly status: number;
  readonly script?: readonly string[];
};

const keep = (name: string, value: string) => `pm.collectionVariables.set('${name}', ${value});`;
const check = (title: string, condition: string) =>
  `pm.test('${title}', function () { pm.expect(${condition}).to.equal(true); });`;
const KEEP_TOKENS = [
  keep('access_token', 'answer.data.access_token'),
  keep('refresh_token', 'answer.data.refresh_token'),
  // The number at the beginning of a token is its id, which the paths of tokens contain.
  keep('token', 'parseInt(answer.data.refresh_token, 10)'),
];

/** The initial values of the variables. */
export const VARIABLES: Readonly<Record<string, string>> = {
  email: 'partner@demo.example',
  password: 'partner-demo',
  title: 'Canal Ring',
  access_token: '',
  refresh_token: '',
  token: '',
  role: '',
  product: '',
  service_level: '',
  availability: '',
  order: '',
  etag: '',
  tag: 'order',
  target: 'orders',
};

/**
 * Logs in, books, changes and tags an order, and finally cancels it; each request uses variables of those before it.
 */
export const BOOK_AN_ORDER: readonly Step[] = [
  {
    operation: 'CreateTokens',
    body: '{ "email": "{{email}}", "password": "{{password}}" }',
    status: 201,
    script: KEEP_TOKENS,
  },
  {
    operation: 'GetProfile',
    status: 200,
    script: [check('sells through a role', 'answer.data.roles.length > 0'), keep('role', 'answer.data.roles[0].id')],
  },
  {
    operation: 'SearchProducts',
    query: { 'filter[title]': '{{title}}' },
    status: 200,
    script: [check('finds a product', 'answer.data.length > 0'), keep('product', 'answer.data[0].id')],
  },
  {
    operation: 'ListRatesByDate',
    query: { 'filter[number_of_books]': '2' },
    status: 200,
    script: [
      'const offers = answer.data.flatMap(function (day) { return day.rates; }).filter(function (rate) {',
      "  return rate.service_level.pricing_type === 'per_person' && rate.availabilities.some(function (slot) { return slot.remaining > 1; });",
      '});',
      check('finds a departure for two', 'offers.length > 0'),
      'const offer = offers[offers.length - 1];',
      keep('service_level', 'offer.service_level.id'),
      keep('availability', 'offer.availabilities.find(function (slot) { return slot.remaining > 1; }).id'),
    ],
  },
  {
    operation: 'BookOrder',
    // The same key when this request is sent again, a new one for each new booking.
    headers: { 'Idempotency-Key': '{{$guid}}' },
    body: `{
  "leader": { "first_name": "Ada", "last_name": "Byron", "email": "ada@guest.example" },
  "passengers": [{ "first_name": "Mary", "last_name": "Somerville" }],
  "details": { "availability_id": {{availability}} }
}`,
    status: 200,
    script: [
      check('is booked for two', "answer.data.status === 'Booked' && answer.data.passengers.length === 2"),
      check('has a price', 'answer.data.total_prices.sold.amount > 0'),
      keep('order', 'answer.data.id'),
    ],
  },
  {
    operation: 'GetOrder',
    status: 200,
    script: [
      check('is the order', "answer.data.id === Number(pm.collectionVariables.get('order'))"),
      keep('etag', "pm.response.headers.get('ETag')"),
    ],
  },
  {
    operation: 'UpdateOrderPatch',
    headers: { 'If-Match': '{{etag}}' },
    body: '{ "reference_code": "DESK-7", "leader": { "phone_number": "612345678" } }',
    status: 200,
    script: [check('has the reference code', "answer.data.reference_code === 'DESK-7'")],
  },
  {
    operation: 'UpdateOrderPatch',
    name: 'Update the order as it was before (refused)',
    headers: { 'If-Match': '{{etag}}' },
    body: '{ "reference_code": "DESK-8" }',
    status: 412,
  },
  {
    operation: 'AssignTags',
    body: '{ "ids": [{{order}}], "tags": [{ "key": "desk", "value": "lobby" }] }',
    status: 200,
  },
  {
    operation: 'ListOrders',
    name: 'Find the order in the list',
    query: { 'filter[search]': '{{order}}' },
    status: 200,
    script: [
      "const found = answer.data.find(function (entry) { return entry.id === Number(pm.collectionVariables.get('order')); });",
      check('is in the list, with its tag', "found.tags.some(function (tag) { return tag.value === 'lobby'; })"),
    ],
  },
  {
    operation: 'RefreshTokens',
    body: '{ "refresh_token": "{{refresh_token}}" }',
    status: 200,
    script: KEEP_TOKENS,
  },
  {
    operation: 'UpdateOrder',
    name: 'Cancel the order',
    body: '{ "status": "Cancelled" }',
    status: 200,
    script: [check('is cancelled', "answer.data.status === 'Cancelled'")],
  },
  { operation: 'RevokeTokens', status: 204 },
];
