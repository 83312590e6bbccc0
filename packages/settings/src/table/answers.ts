import { flag, language, listOf, oneOf, whole } from '../kinds.ts';
import type { Read } from '../setting.ts';

/** Every column that the export of orders can have. */
export const csvColumns = [
  'id',
  'reference_code',
  'status',
  'created_at',
  'booked_at',
  'starts_at',
  'ends_at',
  'product',
  'service_level',
  'rate',
  'city',
  'supplier',
  'client',
  'issuer',
  'contact_person',
  'tour_guide',
  'leader',
  'email',
  'phone_number',
  'passengers',
  'currency',
  'original',
  'agent',
  'sold',
  'pickup_date',
  'pickup_time',
  'pickup_point',
  'pickup_driver',
  'dropoff_date',
  'dropoff_time',
  'dropoff_point',
  'dropoff_driver',
  'tags',
] as const;

/** Settings of responses where the specification leaves them open. */
export const answerSettings = (read: Read) => ({
  defaultLanguage: read({
    name: 'DEFAULT_LANGUAGE',
    kind: language,
    default: 'en',
    about:
      'Language of public responses without a requested language; users get the default language of their organization.',
    facts: ['language'],
  }),
  pageSize: read({
    name: 'PAGE_SIZE',
    kind: whole(1, 50, 'entries'),
    default: '15',
    about: 'Default number of entries per page; never more than the endpoint allows.',
    facts: ['page-defaults'],
  }),
  posProductsMaxPerPage: read({
    name: 'POS_PRODUCTS_MAX_PER_PAGE',
    kind: whole(1, 1_000, 'entries'),
    default: '50',
    about: 'Maximum `per_page` of GET v1/pos/products.',
    facts: ['page-defaults'],
  }),
  strictSort: read({
    name: 'STRICT_SORT',
    kind: flag,
    default: '0',
    about: 'Whether an unknown `sort` value is refused with 422 instead of ignored.',
    facts: ['page-defaults'],
  }),
  strictInclude: read({
    name: 'STRICT_INCLUDE',
    kind: flag,
    default: '0',
    about: 'Whether an unknown `include` name is refused with 422 instead of ignored.',
    facts: ['include'],
  }),
  csvColumns: read({
    name: 'CSV_COLUMNS',
    kind: listOf(oneOf(...csvColumns)),
    default:
      'id,status,booked_at,starts_at,ends_at,product,service_level,city,supplier,client,leader,email,phone_number,passengers,currency,original,agent,sold,tags',
    about: 'Columns of the export of orders, in this order.',
    facts: ['csv'],
  }),
});
