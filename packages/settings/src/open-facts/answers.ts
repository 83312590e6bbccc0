import { facts } from './fact.ts';

/** What answers look like. */
export const answerFacts = facts([
  {
    id: 'enum-values',
    fact: 'Further values of pricing, availability, pickup and video types',
    choice:
      'Kept as text. The named values steer behaviour; an unknown one is handed through and needs neither date nor slot.',
    why: 'A new value must not need a new release of every part.',
  },
  {
    id: 'units',
    fact: 'Units of time windows, cut-off, duration and penalty times',
    choice:
      'Numbers are answered as they were stored. An organization may say the unit of its durations and of its cut-off times (import); else the settings do. Without a unit nothing is computed: no cut-off binds, and the end of what has no end time is not known.',
    why: 'An assumed unit would be wrong by a factor of sixty for somebody.',
  },
  {
    id: 'gender',
    fact: 'Which genders exist',
    choice: 'Any text, in the letters in which it came.',
    why: 'The examples themselves differ in their letter case.',
  },
  {
    id: 'date-forms',
    fact: 'Which form of date-time stands where',
    choice: 'REST answers `YYYY-MM-DD HH:MM:SS`, webhooks ISO 8601 with fractions and Z.',
    why: 'It is how the examples divide.',
  },
  {
    id: 'page-defaults',
    fact: 'Page sizes that are not stated, and the sort values of GET v1/pos/products',
    choice:
      'Fifteen entries, at most fifty; sorting by `id` or `title`, with `-` for descending and several joined by `|` or a comma, other values are passed over. Lists without stated paging come whole.',
    why: 'A modest page answers fast; passing over a value breaks no client.',
  },
  {
    id: 'pos-products-meta',
    fact: '`meta` of GET v1/pos/products',
    choice: 'The six integers that the POS search has.',
    why: 'One shape for both lists of products.',
  },
  {
    id: 'past-the-end',
    fact: 'A page behind the last one',
    choice: '200 without entries; `from` and `to` are 0.',
    why: 'A list that shrank while somebody paged is no error.',
  },
  {
    id: 'over-limit',
    fact: 'A page size or number outside its bounds',
    choice: '422 at that member.',
    why: 'A silently smaller page would look like missing data.',
  },
  {
    id: 'default-order',
    fact: 'The order of lists',
    choice:
      'Orders newest first: by creation time descending, then by id descending, whatever their status; titled things by title, people by name; the id settles ties.',
    why: 'Only a total order keeps pages from overlapping. A cart must not hide the newest booking.',
  },
  {
    id: 'cities-page',
    fact: 'Paging of cities, which have no `page` member',
    choice: '`page` is understood in query and body; the answer stays bare `data`.',
    why: 'The list is called paginated, so its later pages must be reachable.',
  },
  {
    id: 'cities-filter',
    fact: '`filter[name]` inside a JSON body, `order_date.start` inside a filter',
    choice: 'Understood both as a nested object and as that literal key.',
    why: 'Both readings are in use.',
  },
  {
    id: 'city-country',
    fact: 'Where a city is printed without its country',
    choice: 'Nowhere but in the starting point of booked details, where the country is its neighbour.',
    why: 'More is safer than less, except where the text shows both side by side.',
  },
  {
    id: 'include',
    fact: 'Names for `include` beyond those shown',
    choice: 'The two known ones add whole transfers to list entries; others are passed over.',
    why: 'A client written for a richer server keeps working.',
  },
  {
    id: 'csv-size',
    fact: 'How much an export without paging holds',
    choice: 'Every match, as a stream. With `page` or `per_page` it is one page of a hundred at most.',
    why: 'An export that stops early unnoticed is worse than a long one.',
  },
  {
    id: 'csv',
    fact: 'Columns and headers of the export',
    choice:
      'UTF-8 CSV by RFC 4180 with a file name; the columns below; cells that a spreadsheet would run as formulas are defused.',
    why: 'It opens everywhere, and a passenger name can not run code in an office.',
  },
  {
    id: 'language',
    fact: 'Which texts are translated; unknown languages',
    choice:
      'Titles and descriptions of what is sold and where. `nl-NL` means `nl`, and of several languages the first that is offered is taken. Anything missing comes in the default language, and `Content-Language` tells which one it is.',
    why: 'A readable text beats an error or a hole.',
  },
  {
    id: 'languages-of-messages',
    fact: 'The language of refusals',
    choice:
      'English: no translation of them exists here. `X-Lang` is read as for every answer, and changes neither the shape of a refusal nor its paths.',
    why: 'Programs act on status and path; a sentence that is half translated helps nobody.',
  },
  {
    id: 'names',
    fact: 'How filters by name, title, label and country compare',
    choice:
      'Anywhere in the text, letter case and surrounding blanks aside; countries by code, name or id; names of persons with the first or the last name in front. A list holds at most 50 texts of 5,000 characters together, or 1,000 ids; more are 422.',
    why: 'People type parts of names.',
  },
  {
    id: 'labels-categories',
    fact: 'Which labels and categories are listed, and how `query` compares',
    choice:
      'Those of products that the caller sees; from the beginning for categories and countries, anywhere for labels and destinations.',
    why: 'A filter that would find nothing is no help.',
  },
  {
    id: 'destinations',
    fact: 'What the public search reveals',
    choice:
      'Places of published products: names and real ids alone. A matching experience leads to its city and country.',
    why: 'It needs no login, so it shows the least that answers the question.',
  },
  {
    id: 'null-location',
    fact: 'Members that need a place when a product has none',
    choice: 'Every product belongs to a city and time zone internally; the starting point has null members then.',
    why: 'Times need a zone even where the text allows no location.',
  },
  {
    id: 'starting-from',
    fact: '`price.starting_from`',
    choice:
      'The lowest sold price that is valid now or later, in the currency of the organization. Without any price a product is not found by the POS search.',
    why: 'A made-up zero would be read as free.',
  },
  {
    id: 'taggable-fields',
    fact: 'Further fields of taggable transfers, roles and bookings',
    choice: 'None.',
    why: 'Nothing is promised, so nothing is added.',
  },
  {
    id: 'additional-services',
    fact: 'Elements of `additional_services`',
    choice: 'Always an empty list.',
    why: 'Their shape is not told.',
  },
  {
    id: 'codes-versions',
    fact: 'Symbolic error codes and the policy of versions',
    choice: 'Neither codes in bodies nor deprecation headers.',
    why: 'A code that clients rely on is hard to take back.',
  },
  {
    id: 'malformed',
    fact: 'Bodies that are no JSON, unknown routes, wrong methods',
    choice: 'Planned errors: 400, 404, 405.',
    why: 'Every refusal has one of the known shapes.',
  },
  {
    id: 'unknown-members',
    fact: 'Members of requests that nobody described',
    choice: 'Ignored, and not stored.',
    why: 'Clients may send more than we know.',
  },
  {
    id: 'http-forms',
    fact: 'HEAD, OPTIONS, the letter case of `bearer`, a trailing slash, form-encoded bodies, CORS',
    choice:
      'HEAD is GET without a body; OPTIONS is 204 with `Allow`; the scheme is read in any letter case; a trailing slash means the same path; v1 reads `application/x-www-form-urlencoded` bodies like a query string, unless they are JSON (415); nothing that a cookie opens reads them (415). Browsers on other origins get no CORS headers unless their origin is named, and never with cookies.',
    why: 'Clients differ in these forms and mean the same; a form that any site can send must meet no cookie.',
  },
  {
    id: 'empty-input',
    fact: 'Empty values: `[]` for an object, `""`, null, ids as digits',
    choice:
      '`[]` is the empty object where an object is expected and an empty list elsewhere. `""` clears texts (`leader.email`, `reference_code`) and means "not given" for ids, dates, times, numbers, booleans, objects and everything in filters. Null clears what can be cleared; `status`, `leader`, `pickup` and `dropoff` of an order can not (422). `"504"` is 504 wherever an id is taken. An empty selection in a batch is 422.',
    why: 'PHP writes the empty object as a list, and a form sends its empty fields: neither may unassign anybody.',
  },
]);
