/*
 * Costs of fields that read many rows or compute much, whatever is selected. Such a cost replaces the 50 of a root
 * field, and adds to the cost of the field's objects.
 */

/** Processes all jobs of up to 31 days. */
const BOARD = 500;

/** Reads and sums all rows that a filter matches. */
const REPORT = 500;

/** Makes up to 100 changes, each by statements of its own. */
const BATCH = 500;

/** Stores a file. */
const FILE = 500;

/** Counts or searches a table that grows with the data, or processes every day of a range. */
const SCAN = 200;

/** A statement of its own for each object. */
const STATEMENT = 10;

/** A value that a statement for the whole list reads: each one is a promise. */
const LOADED = 1;

/** By type and field. */
export const FIELD_COSTS: Readonly<Record<string, number>> = {
  'Mutation.exportPersonalData': REPORT,
  'Query.personalDataOrders': SCAN,
  'Account.apiLogins': STATEMENT,
  'Account.lastMail': LOADED,
  'Account.refusal': STATEMENT,
  'Account.sessions': STATEMENT,
  'Batch.effects': SCAN,
  'Batch.expectedWebhooks': 2 * STATEMENT,
  'BatchRow.changeCount': LOADED,
  'Mutation.addPicture': FILE,
  'Mutation.changeOrders': BATCH,
  'Mutation.createDepartures': BATCH,
  'Mutation.discardDispatch': BOARD,
  'Mutation.draftDispatch': BOARD,
  'Mutation.publishDispatch': BOARD,
  'Mutation.updateDepartures': BATCH,
  'Mutation.updateRates': BATCH,
  'Overview.departures': SCAN,
  'Overview.ordersByDay': SCAN,
  'Overview.unassignedTransfers': SCAN,
  'Overview.unbalancedDepartures': SCAN,
  'Person.account': STATEMENT,
  'Query.auditLogMeta': SCAN,
  'Query.availableDates': SCAN,
  'Query.catalogueEvents': SCAN,
  'Query.departureUtilisation': REPORT,
  'Query.dispatchBoard': BOARD,
  'Query.dispatchDraft': BOARD,
  'Query.lookup': SCAN,
  'Query.orderEvents': SCAN,
  'Query.orderStatistics': REPORT,
  'Query.ordersMeta': SCAN,
  'Query.handOver': BOARD,
  'Query.personSchedule': SCAN,
  'Query.ratesByDate': SCAN,
  'Query.repeatCustomers': REPORT,
  'Query.repeatCustomersConnection': REPORT,
  'Query.tagKeys': SCAN,
  'Query.tagValues': SCAN,
  'Query.taggedThings': SCAN,
  'Query.webhookDeliveriesMeta': SCAN,
  'Query.webhookEventsMeta': SCAN,
  'Query.webhookRedeliveryCount': SCAN,
  'Query.webhookRedeliveryOutdatedCount': SCAN,
  'WebhookEndpoint.waitingCount': LOADED,
};
