import type { Domain, Scope } from './scopes.ts';

/*
 * What each part of the schema needs of a service account. A query or subscription needs to read the domain of each type
 * that its document selects; a mutation needs what stands here. A type or a mutation that is missing here is refused to
 * service accounts; a test names it.
 */

const names = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Object types whose data belongs to a domain; to select them needs its read scope. */
const TYPES: Readonly<Record<Domain, readonly string[]>> = {
  orders: names(`
    Batch BatchAssignment BatchChange BatchClash BatchCounts BatchEffect BatchNews BatchRow BatchRowChange
    BatchTag BatchTags BookedCategory BookedCity BookedCountry BookedDeparture BookedDetails BookedMedia
    BookedPriceCategory BookedProduct BookedRate BookedServiceLevel BookedSupplier BookedVideo Booking
    BookingPassenger BookingQuote CancellationTerms CrewActionResult CrewDay CrewJob CrewLeader CrewNeed
    CrewNews CrewPlace CrewStatus CrewWithdrawal DepartureToday DispatchBoard DispatchClash DispatchDraft
    DispatchDraftNews DispatchJob DispatchPlace DispatchRules Distributor DuePenalty HandOver HandOverGroup
    Order OrderChangeResult OrderEvent OrderEventPage OrderFigures OrderGroup OrderGroupKey OrderNews OrderNote OrderNoteNews
    OrderOptions OrdersOfDay OrderStatistics OrderStatusMove OrderSum OtherDispatchMove Overview Passenger
    PassExpiration PersonalDataErasure PersonalDataExport PersonalDataOrder PersonalDataPassenger PersonSchedule PrintedTicket QuoteLine RebookingQuote RepeatCustomer RepeatCustomers
    ScheduleDay SeatCounts StartingPoint Substitute Ticket Transfer TransferLocation TravelTime
    UnassignedTransfer UnassignedTransfers UnbalancedDeparture UsualDispatchRules Vat Workload
  `),
  catalogue: names(`
    Availability BookableDeparture CatalogueEvent CatalogueEventPage CatalogueLevel CataloguePrices
    CatalogueProduct CatalogueRate Category Departure DeparturePlaces DepartureResult DepartureUtilisation Media OfferedRate
    PerPersonPrices PickupOptions PickupTimeSelection Product ProductPrice RateResult RatesOnDate Schedule SellingRole
    ServiceLevel SupportedCurrencies TicketText UtilisationGroup UtilisationKey Video
  `),
  people: names(`
    Absence Account CrewAccess CrewLink GivablePermission Mail MailboxMail PasswordLinkToHandOver PasswordOwner Person
    PersonCalendar ServiceAccount ServiceToken ServiceTokenToHandOver StaffClient StaffOrganization StaffRole
    WorkingHours
  `),
  webhooks: names(`
    WebhookActivityStep WebhookAttempt WebhookChange WebhookDelivery WebhookDeliveryCount WebhookDeliveryNews
    WebhookEndpoint WebhookEndpointWithSecret WebhookEvent WebhookSignedRequest WebhookTerms
  `),
  audit: names(`
    AuditEntry BackupReport ChangedOrderField OrderFieldChange OrderTimelineEntry
  `),
};

/**
 * Composite types of no domain: what several of them share (names, places, prices), and what belongs to the caller. A
 * root query of them stands in `FIELDS`.
 */
const NEUTRAL = names(`
  AgeRange CancellationPenalty CancellationPolicies City Client Country Currency Destination Duration Lookup
  Money Node Organization OrganizationLanguage PageInfo PageMeta Permission PickupPlace PickupTime Point PriceCategory
  Prices Role SavedView Session SignInOptions Supplier Tag TagKeyUse TagValueUse TimeRange TokenPair
  TranslatedText User UserError Viewer
`);

/** What nobody but people may do: to sign in, to manage service accounts, and what is their own. */
const FOR_PEOPLE = names(`
  Mutation.chooseLanguage Mutation.createCrewCalendar Mutation.createCrewLink Mutation.createOwnCrewCalendar Mutation.createSavedView Mutation.createServiceAccount
  Mutation.createServiceToken Mutation.createTokens Mutation.deleteSavedView Mutation.disableServiceAccount
  Mutation.enableServiceAccount Mutation.erasePersonalData Mutation.exchangeCrewLink Mutation.exportPersonalData
  Mutation.markCrewJobsSeen Mutation.readOrderNotes Mutation.refreshTokens Mutation.requestPasswordReset
  Mutation.revokeServiceToken Mutation.revokeTokens Mutation.setCrewStates Mutation.setPassword Mutation.signIn
  Mutation.signOut Mutation.signOutCrew Mutation.updateSavedView Mutation.updateServiceAccount Query.crewDay
  Query.mailboxMail Query.mailboxMails Query.mentioningNotes Query.mentioningNotesConnection Query.passwordLink
  Query.personalDataErasure Query.personalDataErasures Query.personalDataOrders Query.savedViews
  Query.serviceAccount Query.serviceAccounts Query.signInOptions Query.unreadMentions Subscription.crewNews
`);

/** Tags are assigned to objects of three domains, and a document does not say to which: it may be a variable. */
const READS_TAGS: readonly Scope[] = ['catalogue:read', 'orders:read', 'people:read'];
const WRITES_TAGS: readonly Scope[] = ['catalogue:write', 'orders:write', 'people:write'];

/** Fields by what they need, beside the domain of their type. Each mutation stands here. */
const FIELDS: readonly [needs: readonly Scope[], fields: readonly string[]][] = [
  [
    [],
    names(`
    Query.lookup Query.node Query.nodes Query.viewer
  `),
  ],
  [
    ['orders:read'],
    names(`
    Query.assignmentClashes Query.batchesMeta Query.noteReaders Query.orderEventsCursor Query.ordersMeta
    Query.orderVersion
  `),
  ],
  // These show orders, or what they hold.
  [
    ['orders:read'],
    names(`
    Query.webhookEventChanges WebhookAttempt.requestBody WebhookAttempt.responseBody WebhookEvent.payload WebhookSignedRequest.body
  `),
  ],
  [
    ['orders:write'],
    names(`
    Mutation.addOrderNote Mutation.bookOrder Mutation.cancelBatch Mutation.changeDispatchRules
    Mutation.changeHold Mutation.changeOrderNote Mutation.changeOrders Mutation.deleteOrderNote Mutation.discardDispatch
    Mutation.draftDispatch Mutation.editOrderTags Mutation.planBatch Mutation.publishDispatch
    Mutation.rebookOrder Mutation.renewHold Mutation.retryBatch Mutation.runBatch Mutation.undoBatch
    Mutation.updateOrder Mutation.updateOrders
  `),
  ],
  [
    ['catalogue:read'],
    names(`
    Lookup.cities Lookup.suppliers Query.availableDates Query.catalogueCities Query.catalogueEventsCursor
    Query.catalogueMeta Query.catalogueSuppliers Query.cities Query.citiesConnection Query.countries Query.destinations Query.labels
    Query.posProductsMeta Query.productsMeta
  `),
  ],
  [
    ['catalogue:write'],
    names(`
    Mutation.changeProductTimes Mutation.createCategory Mutation.createCity Mutation.createCountry
    Mutation.addPicture Mutation.createDeparture Mutation.createDepartures Mutation.createPoint Mutation.createProduct
    Mutation.createRate
    Mutation.createSchedule Mutation.createServiceLevel Mutation.createSupplier Mutation.deleteCategory
    Mutation.deleteCity Mutation.deleteDeparture Mutation.deletePoint Mutation.deleteProduct Mutation.deleteRate
    Mutation.deleteSchedule Mutation.deleteServiceLevel Mutation.deleteSupplier Mutation.updateCategory
    Mutation.updateCity Mutation.updateDeparture Mutation.updateDepartures Mutation.updatePoint Mutation.updateProduct Mutation.updateRate Mutation.updateRates
    Mutation.updateSchedule Mutation.updateServiceLevel Mutation.updateSupplier
  `),
  ],
  [
    ['people:read'],
    names(`
    Lookup.people Query.actingUser Query.administeredOrganizations Query.clients Query.contactPersons Query.drivers Query.issuers
    Query.peopleMeta Query.roleClients Query.tourGuides
  `),
  ],
  [
    ['people:write'],
    names(`
    Mutation.addAbsence Mutation.changeAbsence Mutation.changeUserRoles Mutation.createClient
    Mutation.createRole Mutation.deleteAbsence
    Mutation.deleteClient Mutation.deleteRole Mutation.disableUser Mutation.enableUser Mutation.endCrewAccess Mutation.inviteUser
    Mutation.inviteUserByMail
    Mutation.resetPassword Mutation.resetPasswordByMail Mutation.sendCrewLink Mutation.setWorkingHours Mutation.unlinkOpenId
    Mutation.updateClient Mutation.updateOrganization Mutation.updateRole Mutation.updateUser
  `),
  ],
  [
    ['webhooks:read'],
    names(`
    Query.webhookDeliveriesMeta Query.webhookEventsMeta Query.webhookOrganizations Query.webhookOwners
    Query.webhookRedeliveryCount Query.webhookRedeliveryOutdatedCount
  `),
  ],
  [
    ['webhooks:write'],
    names(`
    Mutation.deleteWebhookEndpoint Mutation.disableWebhookEndpoint Mutation.enableWebhookEndpoint
    Mutation.eraseWebhookBodies Mutation.redeliverWebhook Mutation.redeliverWebhooks
    Mutation.rotateWebhookSecret Mutation.signWebhookDelivery Mutation.testWebhookEndpoint
  `),
  ],
  // An endpoint is sent orders.
  [
    ['orders:read', 'webhooks:write'],
    names(`
    Mutation.createWebhookEndpoint Mutation.updateWebhookEndpoint
  `),
  ],
  [
    ['audit:read'],
    names(`
    Query.auditLogMeta Query.orderTimelineMeta
  `),
  ],
  [
    READS_TAGS,
    names(`
    Query.taggedThings Query.tagKeys Query.tagValues
  `),
  ],
  [
    WRITES_TAGS,
    names(`
    Mutation.assignTags Mutation.removeTags Mutation.synchroniseTags Mutation.undoTagChange
  `),
  ],
];

/**
 * Types of no domain as entities that `node` reads by their ids, one after the other: what the fields that list them
 * need. Null for what belongs to people.
 */
const NODES: Readonly<Record<string, Scope | null>> = {
  City: 'catalogue:read',
  Client: 'people:read',
  Country: 'catalogue:read',
  Organization: 'people:read',
  PriceCategory: 'catalogue:read',
  Role: 'people:read',
  SavedView: null,
  Supplier: 'catalogue:read',
  User: 'people:read',
  Viewer: null,
};

/** Types that are listed by cursors: their connections and edges need what they need. */
const CONNECTED = names(`
  AuditEntry Batch BatchRow BatchRowChange BatchTag CatalogueProduct City Order OrderNote OrderTimelineEntry Person Product RepeatCustomer
  WebhookDelivery WebhookEvent
`);

const withConnections = (type: string): string[] =>
  CONNECTED.includes(type) ? [type, `${type}Connection`, `${type}Edge`] : [type];

/** By type: the scope to read it; null for a type of no domain. */
export const SCOPES_OF_TYPES: ReadonlyMap<string, Scope | null> = new Map<string, Scope | null>([
  ...(Object.keys(TYPES) as Domain[]).flatMap((domain) =>
    TYPES[domain].flatMap(withConnections).map((type) => [type, `${domain}:read`] as [string, Scope]),
  ),
  ...NEUTRAL.flatMap(withConnections).map((type) => [type, null] as [string, null]),
]);

/** The scope to read an entity of a type by its id; null for nobody but people. */
export const scopeOfNode = (type: string): Scope | null => NODES[type] ?? SCOPES_OF_TYPES.get(type) ?? null;

/** By type and field: the needed scopes; null for a field for people alone. */
export const SCOPES_OF_FIELDS: ReadonlyMap<string, readonly Scope[] | null> = new Map<string, readonly Scope[] | null>([
  ...FIELDS.flatMap(([needs, fields]) => fields.map((field) => [field, needs] as [string, readonly Scope[]])),
  ...FOR_PEOPLE.map((field) => [field, null] as [string, null]),
]);
