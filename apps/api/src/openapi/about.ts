/** The description of the API for its readers. */
export const info = {
  title: 'Channel booking API',
  version: '1.0.0',
  summary: 'Search, book and manage experiences of a sales channel.',
  description:
    `Partners use this API to find experiences, see when they are available and at which price, book them, and manage
the orders that came of it.

**Getting in.** \`POST /v1/tokens\` takes a password with an e-mail address or a user name, and answers with a pair of tokens. Send the
access token as \`Authorization: Bearer …\` with every request; exchange the refresh token for a new pair before or after it expires.
What you read and change is limited to what your user has access to ("the viewer" in the descriptions below is that user).

**Reading.** Answers are JSON: a result is the member \`data\`; some paginated lists also have \`meta\` with the position of the page. The input of a
\`GET\` can be sent in the query (\`filter[order_date][start]=2026-05-04\`), as a JSON body, or both; where they differ, the path wins,
then the query, then the body. Some HTTP clients refuse bodies of \`GET\`: the method \`QUERY\` takes the same body at the same address
(\`x-query\`; the body itself is described in \`x-get-body\`). A body may be a form (\`application/x-www-form-urlencoded\`), too; it is read like a query string. Several values in one text are joined by the vertical bar: \`1|2|3\`.

**Refusals.** A field error is reported under the member's dotted path with 422; an answer reports all field errors of a request. Objects that you may not
see do not exist for you: 404. Every answer has an \`X-Request-Id\`; after an unexpected failure it is the \`tracking_id\` to report to us.

**Repeating.** Writes take an \`Idempotency-Key\`, so that a request whose answer was lost can be sent again without being executed
twice. An order's \`ETag\` can be sent as \`If-Match\` with an update, so that no concurrent change is overwritten.

**Open facts.** Where \`x-open-fact\` names an id, the behaviour is a choice of this installation and no promise; the table to which the id
is linked says which choice, and why.`.replaceAll(/(?<!\n)\n(?!\n)/g, ' '),
  // Open facts of every endpoint.
  'x-open-fact': [
    'error-conditions',
    'malformed',
    'over-limit',
    'unknown-members',
    'empty-input',
    'http-forms',
    'languages-of-messages',
    'codes-versions',
    'rate-limit',
  ],
  license: { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' },
};

export const bearer = 'The `access_token` of `POST /v1/tokens`.';

/** The groups of endpoints, in reading order. */
export const tags = [
  { name: 'Tokens', description: 'Log in, refresh tokens, log out.' },
  { name: 'Reference data', description: 'Places, categories and labels: what filters and orders refer to.' },
  { name: 'Orders', description: 'List, export and change orders.' },
  {
    name: 'Point of sale',
    description: 'The products, rates, departures and pickups that a role sells, and their booking.',
  },
  { name: 'Tags', description: 'Your own keys and values on eight kinds of resources.' },
  { name: 'Webhooks', description: 'Requests that this API sends to receivers which staff registered.' },
  { name: 'Users', description: 'Your profile, and the users who can be assigned to orders.' },
];
