import { BOOK_AN_ORDER, type Step, VARIABLES } from './collection-walk.ts';

/*
 * The collection of requests for Postman, and for Bruno, which imports the same file: generated from the OpenAPI
 * document.
 */

type Parameter = { name: string; in: string; required?: boolean; description?: string };
type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security?: unknown[];
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { content: { 'application/json': { example?: unknown } } };
};
type Document = {
  info: { title: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { parameters: Record<string, Parameter> };
};
type Call = Operation & { method: string; path: string };
type Item = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const ABOUT = `Run "Book an order" from the first request to the last: each stores the variables of the next one. The other folders hold every
call, in the order of the documentation. Set \`baseUrl\`, \`email\` and \`password\` among the variables of the collection.`;

/** A Postman collection (v2.1) of every call of the document, with a folder that books an order. */
export function collectionOf(published: Readonly<Record<string, unknown>>): Record<string, unknown> {
  // The output of openapi() has this type.
  const document = published as unknown as Document;
  const calls = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]): Call[] =>
      METHODS.includes(method) ? [{ ...operation, path, method: method.toUpperCase() }] : [],
    ),
  );
  const parametersOf = (call: Call): Parameter[] =>
    call.parameters.map((each) => {
      const known = '$ref' in each ? document.components.parameters[each.$ref.split('/').pop() ?? ''] : each;
      if (known === undefined) throw new Error(`${call.operationId}: an unknown parameter.`);
      return known;
    });

  function request(call: Call, { query = {}, headers = {}, body }: Partial<Step>): Item {
    const parameters = parametersOf(call);
    const path = call.path.replaceAll(/\{(\w+)\}/g, '{{$1}}');
    const pairs = (place: string, given: Readonly<Record<string, string>>) => {
      const taken = parameters.filter((parameter) => parameter.in === place);
      const unknown = Object.keys(given).find((name) => taken.every((parameter) => parameter.name !== name));
      if (unknown !== undefined) throw new Error(`${call.operationId} takes no ${unknown}.`);
      return taken.map(({ name, description = '' }) => ({
        key: name,
        value: given[name] ?? '',
        description,
        ...(given[name] === undefined ? { disabled: true } : {}),
      }));
    };
    const search = pairs('query', query);
    const sent = search.filter((pair) => !('disabled' in pair)).map(({ key, value }) => `${key}=${value}`);
    return {
      method: call.method,
      description: call.description ?? call.summary,
      ...(call.security?.length === 0 ? { auth: { type: 'noauth' } } : {}),
      url: {
        raw: `{{baseUrl}}${path}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
        host: ['{{baseUrl}}'],
        path: path.slice(1).split('/'),
        ...(search.length > 0 ? { query: search } : {}),
      },
      header: [
        { key: 'Accept', value: 'application/json' },
        ...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
        ...pairs('header', headers),
      ],
      ...(body === undefined ? {} : { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }),
    };
  }

  function step(each: Step): Item {
    const call = calls.find(({ operationId }) => operationId === each.operation);
    if (call === undefined) throw new Error(`The document has no call ${each.operation}.`);
    const { name = call.summary, status, script = [] } = each;
    const exec = [
      `pm.test('answers ${status}', function () { pm.response.to.have.status(${status}); });`,
      ...(script.length > 0 ? ['const answer = pm.response.json();', ...script] : []),
    ];
    return {
      name,
      request: request(call, each),
      event: [{ listen: 'test', script: { type: 'text/javascript', exec } }],
      response: [],
    };
  }

  function plain(call: Call): Item {
    const example = call.requestBody?.content['application/json'].example;
    const body = example === undefined ? {} : { body: JSON.stringify(example, null, 2) };
    return { name: `${call.summary} (${call.method})`, request: request(call, body), response: [] };
  }

  return {
    info: {
      name: document.info.title,
      description: `${ABOUT}\n\n${document.info.description}`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{access_token}}', type: 'string' }] },
    variable: Object.entries({ baseUrl: document.servers[0]?.url.replace(/\/$/, '') ?? '', ...VARIABLES }).map(
      ([key, value]) => ({ key, value, type: 'string' }),
    ),
    item: [
      { name: 'Book an order', description: 'From the login to a booked order.', item: BOOK_AN_ORDER.map(step) },
      ...document.tags.flatMap(({ name, description }) => {
        const own = calls.filter(({ tags }) => tags.includes(name));
        return own.length === 0 ? [] : [{ name, description, item: own.map(plain) }];
      }),
    ],
  };
}
