/** What the API is, for its reader. */
export const info = {
  title: 'Channel booking API',
  version: '1.0.0',
  summary: 'Search, book and manage experiences of a sales channel.',
  description:
    `Partners use this API to find experiences, see when they can be had and at which price, book them, and look after
the orders that came of it.

**Getting in.** \`POST /v1/tokens\` takes a password with an e-mail address or a user name, and answers with a pair of tokens. Send the
access token as \`Authorization: Bearer …\` with every request; exchange the refresh token for a new pair before or after it expires.
What you read and change is limited to what your user has access to ("the viewer" in the descriptions below is that user).

**Reading.** Answers are JSON: a result stands under \`data\`, beside it sometimes \`meta\` with the place of the page in the list. What a
\`GET\` reads can be sent in the query (\`filter[order_date][start]=2026-05-04\`), as a JSON body, or both; where they differ, the path wins,
then the query, then the body. Some HTTP clients refuse bodies of \`GET\`: the method \`QUERY\` takes the same body at the same address
(\`x-query\`; the body itself is described in \`x-get-body\`). A body may be a form (\`application/x-www-form-urlencoded\`), too; it is read like a query string. Several values in one text are joined by the vertical bar: \`1|2|3\`.

**Refusals.** A refused member is told under its dotted path with 422; all faults of a request come together. Objects that you may not
see do not exist for you: 404. Every answer has an \`X-Request-Id\`; after an unexpected failure it is the \`tracking_id\` to tell us.

**Repeating.** Writes take an \`Idempotency-Key\`, so that a request whose answer got lost can be sent again without doing its work
twice. An order's \`ETag\` can be sent as \`If-Match\` with an update, so that nobody's change is overwritten unseen.

**Open facts.** Where \`x-open-fact\` names an id, the behaviour is a choice of this installation and no promise; the table to which the id
is linked says which choice, and why.`.replaceAll(/(?<!\n)\n(?!\n)/g, ' '),
  // What every endpoint does alike.
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
  { name: 'Tokens', description: 'Logging in, staying logged in, logging out.' },
  { name: 'Reference data', description: 'Places, categories and labels: what filters and orders refer to.' },
  { name: 'Orders', description: 'Finding, exporting and changing orders.' },
  { name: 'Point of sale', description: 'What a role sells: products, rates, departures, pickups, and booking them.' },
  { name: 'Tags', description: 'Keys and values of your own, on eight kinds of things.' },
  { name: 'Webhooks', description: 'Requests that this API sends to receivers which staff registered.' },
  { name: 'Users', description: 'Who you are, and who can be assigned to orders.' },
];
