import { facts } from './fact.ts';

/** Formats of responses. */
export const answerFacts = facts([
  {
    id: 'enum-values',
    fact: 'Further values of pricing, availability, pickup and video types',
    choice:
      'Stored as text. The documented values determine behaviour; an unknown value is passed through and requires neither date nor slot.',
    why: 'A new value must not require a new release of every component.',
  },
  {
    id: 'units',
    fact: 'Units of time windows, cut-off, duration and penalty times',
    choice:
      'Numbers are returned as they were stored. An organization may define the unit of its durations and of its cut-off times (import); otherwise the settings do. Without a unit nothing is computed: no cut-off is enforced, and the end of a departure without an end time is unknown.',
    why: 'An assumed unit would be wrong by a factor of sixty for some clients.',
  },
  {
    id: 'gender',
    fact: 'Values of gender',
    choice: 'Any text, with its letter case unchanged.',
    why: 'The examples differ in letter case.',
  },
  {
    id: 'date-forms',
    fact: 'The date-time formats',
    choice: 'REST responses use `YYYY-MM-DD HH:MM:SS`, webhooks ISO 8601 with fractions and Z.',
    why: 'The examples use these formats.',
  },
  {
    id: 'page-defaults',
    fact: 'Unspecified page sizes, and the sort values of GET v1/pos/products',
    choice:
      'Fifteen entries, at most fifty; sorting by `id` or `title`, with `-` for descending and several joined by `|` or a comma, other values are ignored. Lists without documented paging are returned completely.',
    why: 'A small page is fast; ignoring a value breaks no client.',
  },
  {
    id: 'pos-products-meta',
    fact: '`meta` of GET v1/pos/products',
    choice: 'The same six integers as for the POS search.',
    why: 'One format for both lists of products.',
  },
  {
    id: 'past-the-end',
    fact: 'A page after the last one',
    choice: '200 without entries; `from` and `to` are 0.',
    why: 'A list that becomes shorter while a client pages is not an error.',
  },
  {
    id: 'over-limit',
    fact: 'A page size or number outside its bounds',
    choice: '422 at that member.',
    why: 'A page that is smaller than requested would look like missing data.',
  },
  {
    id: 'default-order',
    fact: 'The order of lists',
    choice:
      'Orders newest first: by creation time descending, then by id descending, whatever their status; resources with a title by title, people by name; ties are sorted by id.',
    why: 'Only a total order prevents overlapping pages. A cart must not hide the newest booking.',
  },
  {
    id: 'cities-page',
    fact: 'Paging of cities, which have no `page` member',
    choice: '`page` is accepted in query and body; the response contains only `data`.',
    why: 'The list is documented as paginated, so its later pages must be reachable.',
  },
  {
    id: 'cities-filter',
    fact: '`filter[name]` inside a JSON body, `order_date.start` inside a filter',
    choice: 'Accepted both as a nested object and as that literal key.',
    why: 'Clients use both forms.',
  },
  {
    id: 'city-country',
    fact: 'Where a city has no `country` member',
    choice: 'Only in the starting point of booked details, where the country is a sibling member.',
    why: 'More members are safer than fewer, except where the text shows both side by side.',
  },
  {
    id: 'include',
    fact: 'Names for `include` beyond those shown',
    choice: 'The two known ones add whole transfers to list entries; others are ignored.',
    why: 'A client for a server with more names keeps working.',
  },
  {
    id: 'csv-size',
    fact: 'The size of an export without paging',
    choice: 'All matches, as a stream. With `page` or `per_page` it is one page of at most a hundred.',
    why: 'A silently truncated export is worse than a long one.',
  },
  {
    id: 'csv',
    fact: 'Columns and headers of the export',
    choice:
      'UTF-8 CSV by RFC 4180 with a file name; the columns below; cells that a spreadsheet would execute as formulas are escaped.',
    why: 'Every spreadsheet opens it, and a passenger name cannot execute code.',
  },
  {
    id: 'language',
    fact: 'Which texts are translated; unknown languages',
    choice:
      'Titles and descriptions of products, places and their parts. `nl-NL` means `nl`, and the first available one of several languages is used. Missing translations are returned in the default language, and `Content-Language` contains the language.',
    why: 'A readable text is better than an error or a missing text.',
  },
  {
    id: 'languages-of-messages',
    fact: 'The language of error messages',
    choice:
      'English: there are no translations. `X-Lang` is read as for every response, and changes neither the format of an error nor its paths.',
    why: 'Programs act on status and path; a partly translated sentence is of no use.',
  },
  {
    id: 'names',
    fact: 'How filters by name, title, label and country compare',
    choice:
      'They match any part of the text, ignoring letter case and surrounding whitespace; countries match by code, name or id; names of persons match with the first or the last name first. A list has at most 50 texts with 5,000 characters in total, or 1,000 ids; more are 422.',
    why: 'Users type parts of names.',
  },
  {
    id: 'labels-categories',
    fact: 'Which labels and categories are listed, and how `query` compares',
    choice:
      'Those of products that the caller sees; categories and countries match from the beginning, labels and destinations anywhere.',
    why: 'Any other value would find nothing as a filter.',
  },
  {
    id: 'destinations',
    fact: 'What the public search reveals',
    choice: 'Places of published products: only names and real ids. A matching experience yields its city and country.',
    why: 'It requires no login, so it exposes only what it needs.',
  },
  {
    id: 'null-location',
    fact: 'Members that depend on a place, for a product without one',
    choice: 'Every product belongs to a city and time zone internally; its starting point has null members.',
    why: 'Times need a time zone even where the product has no location.',
  },
  {
    id: 'starting-from',
    fact: '`price.starting_from`',
    choice:
      'The lowest sold price that is valid now or later, in the currency of the organization. The POS search does not find a product without a price.',
    why: 'A zero would mean free of charge.',
  },
  {
    id: 'taggable-fields',
    fact: 'Further fields of taggable transfers, roles and bookings',
    choice: 'None.',
    why: 'Nothing is documented, so nothing is added.',
  },
  {
    id: 'additional-services',
    fact: 'Elements of `additional_services`',
    choice: 'Always an empty list.',
    why: 'Their format is not documented.',
  },
  {
    id: 'codes-versions',
    fact: 'Symbolic error codes and the versioning policy',
    choice: 'No codes in bodies and no deprecation headers.',
    why: 'A code that clients rely on is hard to remove.',
  },
  {
    id: 'malformed',
    fact: 'Bodies that are not JSON, unknown routes, wrong methods',
    choice: 'Expected errors (`{errors, meta}`): 400, 404, 405.',
    why: 'Every error has one of the documented formats.',
  },
  {
    id: 'unknown-members',
    fact: 'Undocumented members of requests',
    choice: 'Ignored, and not stored.',
    why: 'Clients may send members that this server does not know.',
  },
  {
    id: 'http-forms',
    fact: 'HEAD, OPTIONS, the letter case of `bearer`, a trailing slash, form-encoded bodies, CORS',
    choice:
      'HEAD is GET without a body; OPTIONS is 204 with `Allow`; the scheme is read in any letter case; a path with a trailing slash is the same path; v1 reads `application/x-www-form-urlencoded` bodies like a query string, unless they contain JSON (415); endpoints with cookie authentication do not read them (415). Browsers on other origins get no CORS headers unless their origin is named, and never with cookies.',
    why: 'Clients use these variants with the same meaning; a form that any site can send must not be combined with a cookie.',
  },
  {
    id: 'empty-input',
    fact: 'Empty values: `[]` for an object, `""`, null, ids as digits',
    choice:
      '`[]` is the empty object where an object is expected and an empty list elsewhere. `""` clears texts (`leader.email`, `reference_code`) and means "not given" for ids, dates, times, numbers, booleans, objects and everything in filters. Null clears optional members; `status`, `leader`, `pickup` and `dropoff` of an order cannot be cleared (422). `"504"` is 504 wherever an id is accepted. An empty selection in a batch is 422.',
    why: 'PHP serializes the empty object as a list, and a form sends its empty fields: neither may unassign a user.',
  },
]);
