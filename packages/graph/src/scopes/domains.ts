import type { Domain, Scope } from './scopes.ts';

/*
 * What each part of the schema needs of a service account. A query or subscription needs to read the domain of each type
 * that its document selects; a mutation needs what stands here. A type or a mutation that is missing here is refused to
 * every service account, and fails a test.
 */

/** Object types whose data belongs to a domain; to select them needs its read scope. */
const TYPES: Readonly<Record<Domain, readonly string[]>> = {
  orders: [
    ...['Batch', 'BatchAssignment', 'BatchChange', 'BatchClash', 'BatchCounts', 'BatchEffect', 'BatchNews', 'BatchRow'],
    ...['BatchRowChange', 'BatchTag', 'BatchTags', 'BookedCategory', 'BookedCity', 'BookedCountry', 'BookedDeparture'],
    ...['BookedDetails', 'BookedMedia', 'BookedProduct', 'BookedRate', 'BookedServiceLevel', 'BookedSupplier'],
    ...[
      'BookedVideo',
      'Booking',
      'BookingPassenger',
      'BookingQuote',
      'CancellationTerms',
      'CrewActionResult',
      'CrewDay',
    ],
    ...['CrewJob', 'CrewLeader', 'CrewNeed', 'CrewNews', 'CrewPlace', 'CrewStatus', 'CrewWithdrawal', 'DepartureToday'],
    ...['DispatchBoard', 'DispatchClash', 'DispatchDraft', 'DispatchDraftNews', 'DispatchJob', 'DispatchPlace'],
    ...['DispatchRules', 'Distributor', 'DuePenalty', 'HandOver', 'HandOverGroup', 'Order', 'OrderNews', 'OrderNote'],
    ...['OrderNoteNews', 'OrderOptions', 'OrdersOfDay', 'OrderStatusMove', 'OtherDispatchMove', 'Overview'],
    ...['PassExpiration', 'Passenger', 'PersonSchedule', 'PrintedTicket', 'QuoteLine', 'RebookingQuote', 'ScheduleDay'],
    ...['StartingPoint', 'Substitute', 'Ticket', 'Transfer', 'TransferLocation', 'TravelTime', 'UnassignedTransfer'],
    ...['UnassignedTransfers', 'UnbalancedDeparture', 'UsualDispatchRules', 'Vat', 'Workload'],
  ],
  catalogue: [
    ...['Availability', 'BookableDeparture', 'CatalogueLevel', 'CataloguePrices', 'CatalogueProduct', 'CatalogueRate'],
    ...['Category', 'Departure', 'Media', 'OfferedRate', 'PerPersonPrices', 'PickupOptions', 'PickupTimeSelection'],
    ...['Product', 'ProductPrice', 'RatesOnDate', 'SellingRole', 'ServiceLevel', 'SupportedCurrencies', 'TicketText'],
    'Video',
  ],
  people: [
    ...['Absence', 'Account', 'CrewAccess', 'CrewLink', 'GivablePermission', 'Mail', 'PasswordLinkToHandOver'],
    ...['PasswordOwner', 'Person', 'PersonCalendar', 'ServiceAccount', 'ServiceToken', 'ServiceTokenToHandOver'],
    ...['StaffRole', 'WorkingHours'],
  ],
  webhooks: [
    ...['WebhookActivityStep', 'WebhookAttempt', 'WebhookChange', 'WebhookDelivery', 'WebhookDeliveryCount'],
    ...['WebhookDeliveryNews', 'WebhookEndpoint', 'WebhookEndpointWithSecret', 'WebhookEvent', 'WebhookSignedRequest'],
    'WebhookTerms',
  ],
  audit: ['AuditEntry', 'ChangedOrderField', 'OrderFieldChange', 'OrderTimelineEntry'],
};

/**
 * Object types of no domain: what several of them share (names, places, prices), and what belongs to the caller. A root
 * query of them stands in `FIELDS`.
 */
const NEUTRAL: readonly string[] = [
  ...[
    'AgeRange',
    'CancellationPenalty',
    'CancellationPolicies',
    'City',
    'Client',
    'Country',
    'Currency',
    'Destination',
  ],
  ...['Duration', 'Lookup', 'Money', 'Organization', 'OrganizationLanguage', 'PageMeta', 'Permission', 'PickupPlace'],
  ...['PickupTime', 'Point', 'PriceCategory', 'Prices', 'Role', 'SavedView', 'Session', 'Supplier', 'Tag', 'TagKeyUse'],
  ...['TagValueUse', 'TimeRange', 'TokenPair', 'User', 'Viewer'],
];

/** What nobody but people may do: to sign in, to manage service accounts, and what is their own. */
const FOR_PEOPLE: readonly string[] = [
  ...['Mutation.chooseLanguage', 'Mutation.createOwnCrewCalendar', 'Mutation.createSavedView', 'Mutation.createTokens'],
  ...['Mutation.createServiceAccount', 'Mutation.createServiceToken', 'Mutation.deleteSavedView'],
  ...['Mutation.disableServiceAccount', 'Mutation.enableServiceAccount', 'Mutation.exchangeCrewLink'],
  ...['Mutation.markCrewJobsSeen', 'Mutation.readOrderNotes', 'Mutation.refreshTokens', 'Mutation.revokeServiceToken'],
  ...['Mutation.revokeTokens', 'Mutation.setCrewStates', 'Mutation.setPassword', 'Mutation.signIn', 'Mutation.signOut'],
  ...['Mutation.signOutCrew', 'Mutation.updateSavedView', 'Mutation.updateServiceAccount', 'Query.crewDay'],
  ...['Query.mentioningNotes', 'Query.passwordLink', 'Query.savedViews', 'Query.serviceAccount'],
  ...['Query.serviceAccounts', 'Query.unreadMentions'],
  'Subscription.crewNews',
];

/** Tags are assigned to objects of three domains, and a document does not say to which: it may be a variable. */
const READS_TAGS: readonly Scope[] = ['catalogue:read', 'orders:read', 'people:read'];
const WRITES_TAGS: readonly Scope[] = ['catalogue:write', 'orders:write', 'people:write'];

/** Fields by what they need, beside the domain of their type. Each mutation stands here. */
const FIELDS: readonly [needs: readonly Scope[], fields: readonly string[]][] = [
  [[], ['Query.actingUser', 'Query.lookup', 'Query.viewer']],
  [
    ['orders:read'],
    [
      ...[
        'Query.assignmentClashes',
        'Query.batchesMeta',
        'Query.noteReaders',
        'Query.ordersMeta',
        'Query.orderVersion',
      ],
      // These show orders, or what they hold.
      ...[
        'Query.webhookEventChanges',
        'WebhookAttempt.requestBody',
        'WebhookEvent.payload',
        'WebhookSignedRequest.body',
      ],
    ],
  ],
  [
    ['orders:write'],
    [
      ...['Mutation.addOrderNote', 'Mutation.bookOrder', 'Mutation.cancelBatch', 'Mutation.changeDispatchRules'],
      ...['Mutation.changeHold', 'Mutation.changeOrderNote', 'Mutation.deleteOrderNote', 'Mutation.discardDispatch'],
      ...['Mutation.draftDispatch', 'Mutation.editOrderTags', 'Mutation.planBatch', 'Mutation.publishDispatch'],
      ...[
        'Mutation.rebookOrder',
        'Mutation.renewHold',
        'Mutation.retryBatch',
        'Mutation.runBatch',
        'Mutation.undoBatch',
      ],
      ...['Mutation.updateOrder', 'Mutation.updateOrders'],
    ],
  ],
  [
    ['catalogue:read'],
    [
      ...['Lookup.cities', 'Lookup.suppliers', 'Query.availableDates', 'Query.catalogueCities', 'Query.catalogueMeta'],
      ...['Query.catalogueSuppliers', 'Query.cities', 'Query.countries', 'Query.destinations', 'Query.labels'],
      ...['Query.posProductsMeta', 'Query.productsMeta'],
    ],
  ],
  [['catalogue:write'], ['Mutation.changeProductTimes']],
  [
    ['people:read'],
    [
      ...['Lookup.people', 'Query.administeredOrganizations', 'Query.clients', 'Query.contactPersons', 'Query.drivers'],
      ...['Query.issuers', 'Query.peopleMeta', 'Query.roleClients', 'Query.tourGuides'],
    ],
  ],
  [
    ['people:write'],
    [
      ...['Mutation.addAbsence', 'Mutation.changeAbsence', 'Mutation.changeUserRoles', 'Mutation.createCrewCalendar'],
      ...['Mutation.createCrewLink', 'Mutation.createRole', 'Mutation.deleteAbsence', 'Mutation.disableUser'],
      ...['Mutation.enableUser', 'Mutation.endCrewAccess', 'Mutation.inviteUser', 'Mutation.resetPassword'],
      ...['Mutation.sendCrewLink', 'Mutation.setWorkingHours', 'Mutation.updateRole', 'Mutation.updateUser'],
    ],
  ],
  [
    ['webhooks:read'],
    [
      ...[
        'Query.webhookDeliveriesMeta',
        'Query.webhookEventsMeta',
        'Query.webhookOrganizations',
        'Query.webhookOwners',
      ],
      ...['Query.webhookRedeliveryCount', 'Query.webhookRedeliveryOutdatedCount'],
    ],
  ],
  [
    ['webhooks:write'],
    [
      ...['Mutation.deleteWebhookEndpoint', 'Mutation.disableWebhookEndpoint', 'Mutation.enableWebhookEndpoint'],
      ...['Mutation.eraseWebhookBodies', 'Mutation.redeliverWebhook', 'Mutation.redeliverWebhooks'],
      ...['Mutation.rotateWebhookSecret', 'Mutation.signWebhookDelivery', 'Mutation.testWebhookEndpoint'],
    ],
  ],
  // An endpoint is sent orders.
  [
    ['orders:read', 'webhooks:write'],
    ['Mutation.createWebhookEndpoint', 'Mutation.updateWebhookEndpoint'],
  ],
  [['audit:read'], ['Query.auditLogMeta', 'Query.orderTimelineMeta']],
  [READS_TAGS, ['Query.tagKeys', 'Query.taggedThings', 'Query.tagValues']],
  [WRITES_TAGS, ['Mutation.assignTags', 'Mutation.removeTags', 'Mutation.synchroniseTags', 'Mutation.undoTagChange']],
];

/** By type: the scope to read it; null for a type of no domain. */
export const SCOPES_OF_TYPES: ReadonlyMap<string, Scope | null> = new Map<string, Scope | null>([
  ...(Object.keys(TYPES) as Domain[]).flatMap((domain) =>
    TYPES[domain].map((type) => [type, `${domain}:read`] as [string, Scope]),
  ),
  ...NEUTRAL.map((type) => [type, null] as [string, null]),
]);

/** By type and field: the needed scopes; null for a field for people alone. */
export const SCOPES_OF_FIELDS: ReadonlyMap<string, readonly Scope[] | null> = new Map<string, readonly Scope[] | null>([
  ...FIELDS.flatMap(([needs, fields]) => fields.map((field) => [field, needs] as [string, readonly Scope[]])),
  ...FOR_PEOPLE.map((field) => [field, null] as [string, null]),
]);
