export { Unsupported } from 'graphql-sql';
export { type BackupReportOf, reportBackup } from './backups/report-backup.ts';
export { BATCHES } from './batches/announce-batch.ts';
export { queueBatch, RUN_BATCH, type RunBatchPayload, requeueLostBatches } from './batches/batch-queue.ts';
export { type BatchHost, executeBatch } from './batches/execute-batch.ts';
export { forgetPlans } from './batches/store-plan.ts';
export * as catalogueRules from './catalog/catalogue-rules.ts';
export * as catalogueValues from './catalog/catalogue-values.ts';
export { extendAvailability, type Horizon } from './catalog/extend-availability.ts';
export * as pictureContent from './catalog/picture-content.ts';
export { pruneChanges } from './changes/prune-changes.ts';
export { CHANGES, sequenceAll } from './changes/read-changes.ts';
export type {
  Actor,
  Channel,
  Context,
  Held,
  Live,
  OrderChanged,
  OrderEvent,
  PresumedActor,
  Signals,
  Work,
} from './context.ts';
export { FIELD_COSTS } from './cost/field-costs.ts';
export { operationCost } from './cost/operation-cost.ts';
export { pageVariables } from './cost/page-variables.ts';
export { type CalendarEntry, calendarEntries } from './crew/calendar-entries.ts';
export { forgetReasons } from './crew/forget-reasons.ts';
export { DRAFTS } from './dispatch/announce-draft.ts';
export { DomainError, type ErrorCode, type FieldError, UNKNOWN_ID } from './errors.ts';
export {
  type Answer,
  AnswerCache,
  answerOperation,
  type Compilation,
  compilationOf,
  executeOperation,
  executionStrategyOf,
  formatWire,
  type JsonAnswer,
  type OperationAnswer,
  statementOf,
  undeclaredStrategy,
} from './execute.ts';
export { foldStamps } from './fold-stamps.ts';
export { clashing } from './jobs/clashing-orders.ts';
export { findings } from './jobs/planned-clashes.ts';
export { hoursOf, MAX_SHIFTS, overlappingHours } from './jobs/working-time.ts';
export { createLoaders } from './loaders.ts';
export { mailEndpointNotice } from './mail/endpoint-mail.ts';
export type { OperatorPurpose } from './mail/letters/operator.ts';
export { putIntoMailbox } from './mail/mailbox.ts';
export { type NoticeSettings, queueNotice } from './mail/notices.ts';
export { pruneMails, SEND_MAIL, type SendMailPayload } from './mail/outbox.ts';
export { type MailHost, type OutgoingMail, opensMail, type SendFailure, sendMail } from './mail/send-mail.ts';
export { NOTES } from './notes/announce-note.ts';
export { type BookedDetailsShape, freezeBookedDetails } from './orders/booked-details.ts';
export { checkPlaces, comparePlaces } from './orders/check-places.ts';
export { inTurn } from './orders/in-turn.ts';
export { issueTickets, ticketKey } from './orders/issue-tickets.ts';
export { MAX_ADDRESS, MAX_NAME } from './orders/order-inputs.ts';
export { orderTimes } from './orders/order-times.ts';
export { releaseExpiredHolds, tryTakePlaces } from './orders/places.ts';
export {
  type Amounts as PriceAmounts,
  currencyOf,
  isPerItem,
  isStorable as isStorablePrice,
  LARGEST_AMOUNT,
  type PricedRate,
  priceOf,
  sum as sumOf,
  times as timesOf,
} from './orders/pricing.ts';
export * as peopleValues from './people/people-values.ts';
export {
  MAIL_PASSWORD_LINK,
  type MailPasswordLinkPayload,
  mailRequestedLink,
} from './people/request-password-reset.ts';
export { type NewPassword, type PasswordSet, setAdministratorPassword } from './people/set-administrator-password.ts';
export { MAX_REQUEST_QUOTA, setRequestQuota } from './people/set-request-quota.ts';
export { type OpenIdRefusal, signInByOpenId } from './people/sign-in-by-openid.ts';
export type { EarlierWriter } from './personal-data/earlier-writers.ts';
export {
  ERASE_LATE_FILES,
  ERASE_PERSONAL_DATA,
  type ErasurePayload,
  queueErasure,
  requeueErasures,
} from './personal-data/erasure-queue.ts';
export { type ErasureHost, executeErasure } from './personal-data/execute-erasure.ts';
export * as placeValues from './places/place-values.ts';
export { refusalText } from './refusals/refusal-text.ts';
export { exportedOrders, exportedPage } from './reports/order-export.ts';
export { schema } from './schema.ts';
export { isWithinScopes, scopesOf } from './scopes/check-scopes.ts';
export { hasScope, type Scope } from './scopes/scopes.ts';
export { dateAt, isTimeZone, parseDate, parseReading, parseTime } from './shared/calendar.ts';
export { MAX_IDS, MAX_TEXTS } from './shared/check-filter.ts';
export { keyIn, MAX_IDEMPOTENCY_KEY, reasonWithoutKey, takesKey } from './shared/idempotency-key.ts';
export { resultsOf } from './shared/payloads.ts';
export { isCrewOperation, isPublicOperation } from './shared/public-field.ts';
export { reading, readsLists } from './shared/reads-of-replicas.ts';
export { readRows } from './shared/rows.ts';
export { isStorable, likeText } from './shared/text.ts';
export { isTurnOver, nextTurn } from './shared/turns.ts';
export * as values from './shared/values.ts';
export { namedOrders } from './tagging/named-orders.ts';
export { MAX_TAGS_OF_ONE, TOO_MANY_TAGS } from './tags/check-tags.ts';
