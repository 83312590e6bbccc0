import {
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

/*
 * Assumed sizes of lists, for the cost of operations. Lists that grow with the data take a page size; the lists of a
 * connection are as long as its page; all other lists
 * are declared here, with a size that they rarely exceed. If a list is longer, execution counts its actual entries, see
 * `Work`.
 */

/** Arguments that set the maximum number of entries of a list. Each has a default, except in connections. */
export const PAGE_SIZES = ['perPage', 'first', 'last', 'limit', 'steps', 'days'];

const TAGS = 10;
const PEOPLE = 200;
const TEXTS = 10;

/** By type and field. */
export const LIST_SIZES: Readonly<Record<string, number>> = {
  'Batch.effects': 10,
  'Batch.undoneBy': 5,
  'BatchChange.assignments': 5,
  'BatchRow.clashes': 3,
  'BookedCategory.tags': TAGS,
  'BookedCity.tags': TAGS,
  'BookedDetails.rates': 3,
  'BookedProduct.categories': 5,
  'BookedProduct.images': 10,
  'BookedProduct.tags': TAGS,
  'BookedProduct.videos': 5,
  'BookedSupplier.permissions': 10,
  'BookedSupplier.tags': TAGS,
  'Booking.passengers': 10,
  'PersonalDataOrder.passengers': 10,
  'Query.personalDataOrders': 10,
  'Booking.tags': TAGS,
  'BookingQuote.clashes': 3,
  'BookingQuote.lines': 5,
  'CancellationPolicies.penalties': 5,
  'CancellationTerms.penalties': 5,
  'CatalogueLevel.departures': 100,
  'CatalogueLevel.rates': 5,
  'CataloguePrices.prices': 3,
  'CatalogueLevel.schedules': 5,
  'CatalogueLevel.translations': TEXTS,
  'CatalogueProduct.levels': 5,
  'CatalogueProduct.translations': TEXTS,
  'CatalogueRate.itemPrices': 3,
  'CatalogueRate.personPrices': 5,
  'CatalogueEventPage.nodes': 1,
  'CatalogueRate.translations': TEXTS,
  'Category.tags': TAGS,
  'Category.translations': TEXTS,
  'City.tags': TAGS,
  'City.translations': TEXTS,
  'Client.tags': TAGS,
  'Country.translations': TEXTS,
  'ChangeOrdersPayload.results': 100,
  'CreateDeparturesPayload.results': 100,
  'CrewDay.jobs': 20,
  'CrewJob.needs': 2,
  'DispatchBoard.calendars': 50,
  'DispatchBoard.clashes': 100,
  'DispatchBoard.crewWithdrawals': 20,
  'DispatchBoard.drivers': PEOPLE,
  'DispatchBoard.guides': PEOPLE,
  'DispatchBoard.jobs': 500,
  'DispatchBoard.otherDrafts': 50,
  'DispatchClash.jobs': 5,
  'DispatchDraft.clashList': 100,
  'DispatchRules.travelTimes': 100,
  'HandOver.groups': 20,
  'HandOver.substitutes': 50,
  'HandOverGroup.jobs': 5,
  'Lookup.cities': 20,
  'Lookup.orders': 20,
  'Lookup.people': 20,
  'Lookup.products': 20,
  'Lookup.suppliers': 20,
  'OfferedRate.availabilities': 3,
  'OfferedRate.perItemPrices': 3,
  'OfferedRate.perPersonPrices': 5,
  // The field with the page is counted with its `first`.
  'OrderEventPage.nodes': 1,
  'Order.bookings': 5,
  'Order.clashes': 3,
  'Order.crewWithdrawals': 3,
  'Order.crew': 3,
  'Order.passengers': 10,
  'Order.tags': TAGS,
  'Order.tickets': 5,
  'OrderNote.mentions': 3,
  'OrderOptions.contactPersons': PEOPLE,
  'OrderOptions.drivers': PEOPLE,
  'OrderOptions.pickupPlaces': 50,
  'OrderOptions.statusMoves': 5,
  'OrderOptions.tourGuides': PEOPLE,
  'OrderTimelineEntry.changes': 10,
  'OrdersOfDay.amounts': 5,
  'Organization.languages': 10,
  'Overview.backups': 2,
  'Overview.departures': 50,
  'Overview.failingEndpoints': 20,
  'Overview.unbalancedDepartures': 20,
  'PerPersonPrices.prices': 3,
  'Person.clients': 5,
  'PersonCalendar.absences': 10,
  'PersonCalendar.workingHours': 10,
  'Person.roles': 5,
  'PersonSchedule.calendars': 2,
  'PersonSchedule.clashes': 20,
  'PersonSchedule.days': 31,
  'PersonSchedule.jobs': 100,
  'PickupOptions.places': 50,
  'PickupTimeSelection.timeList': 10,
  'PriceCategory.translations': TEXTS,
  'Product.categories': 5,
  'Product.images': 10,
  'Product.points': 10,
  'Product.serviceLevels': 5,
  'Product.tags': TAGS,
  'Product.videos': 5,
  'Query.administeredOrganizations': 10,
  'Query.assignmentClashes': 100,
  'Query.dispatchRules': 5,
  'Query.bookableDepartures': 200,
  'Query.cancellationTerms': 2,
  'Query.catalogueCategories': 100,
  'Query.catalogueCities': 200,
  'Query.catalogueSuppliers': 200,
  'Query.categories': 100,
  'Query.contactPersons': PEOPLE,
  'Query.countries': 250,
  'Query.destinations': 200,
  'Query.drivers': PEOPLE,
  'Query.issuers': PEOPLE,
  'Query.mailboxMails': 200,
  'Query.noteReaders': PEOPLE,
  'Query.orderChanges': 50,
  'Query.orderNotes': 10,
  'Query.permissions': 50,
  'Query.ratesByDate': 92,
  'Query.roleClients': 200,
  'Query.savedViews': 50,
  'Query.sellableProducts': 50,
  'Query.sellingRoles': 5,
  'Query.serviceAccounts': 20,
  'Query.staffRoles': 200,
  'Query.tagKeys': 200,
  'Query.tagValues': 100,
  'Query.tourGuides': PEOPLE,
  'Query.webhookEndpoints': 100,
  'Query.webhookEventChanges': 100,
  'Query.webhookOrganizations': 10,
  'Query.webhookOwners': 20,
  'RatesOnDate.rates': 3,
  'Role.permissions': 10,
  'Role.tags': TAGS,
  'ServiceAccount.roles': 3,
  'ServiceAccount.tokens': 10,
  'ServiceLevel.priceCategories': 5,
  'SetCrewStatesPayload.results': 20,
  'StaffClient.members': 20,
  'Substitute.clashes': 10,
  'Supplier.permissions': 10,
  'Supplier.tags': TAGS,
  'Supplier.translations': TEXTS,
  'SupportedCurrencies.supported': 5,
  'Transfer.tags': TAGS,
  'UnassignedTransfers.entries': 50,
  'UpdateDeparturesPayload.results': 100,
  'UpdateOrdersPayload.orders': 100,
  'UpdateRatesPayload.results': 100,
  'User.tags': TAGS,
  'Viewer.organizations': 10,
  'Viewer.roles': 10,
  'Viewer.tags': TAGS,
  'WebhookDelivery.attempts': 10,
  'WebhookEvent.deliveryCounts': 5,
  'DepartureUtilisation.groups': 1,
  'OrderFigures.sums': 3,
  'OrderGroup.keys': 4,
  'OrderStatistics.groups': 1,
  'RepeatCustomers.customers': 1,
  'UtilisationGroup.keys': 3,
  '__Directive.args': 2,
  '__Field.args': 1,
  '__Schema.directives': 10,
  '__Schema.types': 200,
  '__Type.enumValues': 5,
  '__Type.fields': 8,
  '__Type.inputFields': 5,
  '__Type.interfaces': 1,
  '__Type.possibleTypes': 1,
};

/** Lists of days, by the argument whose `startDate` and `endDate` bound them: they are no longer than the range. */
export const DAYS: Readonly<Record<string, string>> = { 'Query.ratesByDate': 'filter' };

/** Refusals of one change: one for each refused value. */
const USER_ERRORS = 5;

/** The declared size of a list. */
export const declaredSize = (
  name: string,
  { type }: Pick<GraphQLField<unknown, unknown>, 'type'>,
): number | undefined => (getNamedType(type).name === 'UserError' ? USER_ERRORS : LIST_SIZES[name]);

/** Factor for introspection fields that answer with a single type, which may be a large one. */
const LARGE = 25;
export const LARGE_TYPES: Readonly<Record<string, number>> = {
  'Query.__type': LARGE,
  '__Schema.mutationType': LARGE,
  '__Schema.queryType': LARGE,
  '__Schema.subscriptionType': LARGE,
};

const PAGES: ReadonlySet<string> = new Set([
  'Query.departureUtilisation',
  'Query.orderStatistics',
  'Query.repeatCustomers',
]);

/** Whether a field answers with an object around one list, whose maximum is the page size of the field. */
export const isPage = (name: string, { args }: Pick<GraphQLField<unknown, unknown>, 'args'>): boolean =>
  PAGES.has(name) || args.some((argument) => argument.name === 'first');

/** The required argument with the ids of the entries that a field answers. */
export const idsOf = ({ args }: Pick<GraphQLField<unknown, unknown>, 'args'>) =>
  args.find((argument) => argument.name === 'ids' && isRequiredArgument(argument));

/** The argument that sets the maximum number of entries that a field answers. */
export const pageSizeOf = (field: Pick<GraphQLField<unknown, unknown>, 'args'>) => pageSizesOf(field)[0];

/** The arguments that set the maximum number of entries that a field answers, of which one is given: two for a connection. */
export const pageSizesOf = ({ args }: Pick<GraphQLField<unknown, unknown>, 'args'>) =>
  args.filter(({ name }) => PAGE_SIZES.includes(name));

/** Whether a type is a connection: a page with its entries in `nodes` and `edges`, and the number of all entries. */
export const isConnection = (type: GraphQLOutputType | GraphQLCompositeType): boolean => {
  const named = getNamedType(type);
  return isObjectType(named) && 'edges' in named.getFields() && 'pageInfo' in named.getFields();
};
