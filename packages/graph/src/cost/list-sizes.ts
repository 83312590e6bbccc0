import { type GraphQLField, isRequiredArgument } from 'graphql';

/*
 * Assumed sizes of lists, for the cost of operations. Lists that grow with the data take a page size; all other lists
 * are declared here, with a size that they rarely exceed. If a list is longer, execution counts its actual entries, see
 * `Work`.
 */

/** Arguments that set the maximum number of entries of a list. Each has a default. */
export const PAGE_SIZES = ['perPage', 'limit', 'steps', 'days'];

const TAGS = 10;
const PEOPLE = 200;

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
  'Booking.tags': TAGS,
  'CancellationPolicies.penalties': 5,
  'CatalogueLevel.departures': 100,
  'CatalogueLevel.rates': 5,
  'CataloguePrices.prices': 3,
  'CatalogueProduct.levels': 5,
  'CatalogueRate.itemPrices': 3,
  'CatalogueRate.personPrices': 5,
  'Category.tags': TAGS,
  'City.tags': TAGS,
  'Client.tags': TAGS,
  'DispatchBoard.calendars': 50,
  'DispatchBoard.clashes': 100,
  'DispatchBoard.drivers': PEOPLE,
  'DispatchBoard.guides': PEOPLE,
  'DispatchBoard.jobs': 500,
  'DispatchBoard.otherDrafts': 50,
  'DispatchClash.jobs': 5,
  'DispatchDraft.clashList': 100,
  'DispatchRules.travelTimes': 100,
  'Lookup.orders': 20,
  'Lookup.people': 20,
  'Lookup.products': 20,
  'Mutation.updateOrders': 100,
  'OfferedRate.availabilities': 3,
  'OfferedRate.perItemPrices': 3,
  'OfferedRate.perPersonPrices': 5,
  'Order.bookings': 5,
  'Order.clashes': 3,
  'Order.passengers': 10,
  'Order.tags': TAGS,
  'Order.tickets': 5,
  'OrderOptions.contactPersons': PEOPLE,
  'OrderOptions.drivers': PEOPLE,
  'OrderOptions.pickupPlaces': 50,
  'OrderOptions.statusMoves': 5,
  'OrderOptions.tourGuides': PEOPLE,
  'OrderTimelineEntry.changes': 10,
  'OrdersOfDay.amounts': 5,
  'Organization.languages': 10,
  'Overview.departures': 50,
  'Overview.failingEndpoints': 20,
  'Overview.unbalancedDepartures': 20,
  'PerPersonPrices.prices': 3,
  'Person.clients': 5,
  'PersonCalendar.absences': 10,
  'PersonCalendar.workingHours': 10,
  'Person.roles': 5,
  'PickupOptions.places': 50,
  'PickupTimeSelection.timeList': 10,
  'Product.categories': 5,
  'Product.images': 10,
  'Product.points': 10,
  'Product.serviceLevels': 5,
  'Product.tags': TAGS,
  'Product.videos': 5,
  'Query.administeredOrganizations': 10,
  'Query.assignmentClashes': 100,
  'Query.dispatchRules': 5,
  'Query.catalogueCategories': 100,
  'Query.catalogueCities': 200,
  'Query.catalogueSuppliers': 200,
  'Query.categories': 100,
  'Query.contactPersons': PEOPLE,
  'Query.countries': 250,
  'Query.destinations': 200,
  'Query.drivers': PEOPLE,
  'Query.issuers': PEOPLE,
  'Query.orderChanges': 50,
  'Query.permissions': 50,
  'Query.ratesByDate': 92,
  'Query.roleClients': 200,
  'Query.savedViews': 50,
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
  'ServiceLevel.priceCategories': 5,
  'Supplier.permissions': 10,
  'Supplier.tags': TAGS,
  'SupportedCurrencies.supported': 5,
  'Transfer.tags': TAGS,
  'UnassignedTransfers.entries': 50,
  'User.tags': TAGS,
  'Viewer.organizations': 10,
  'Viewer.roles': 10,
  'Viewer.tags': TAGS,
  'WebhookDelivery.attempts': 10,
  'WebhookEvent.deliveryCounts': 5,
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

/** Factor for introspection fields that answer with a single type, which may be a large one. */
const LARGE = 25;
export const LARGE_TYPES: Readonly<Record<string, number>> = {
  'Query.__type': LARGE,
  '__Schema.mutationType': LARGE,
  '__Schema.queryType': LARGE,
  '__Schema.subscriptionType': LARGE,
};

/** The required argument with the ids of the entries that a field answers. */
export const idsOf = ({ args }: Pick<GraphQLField<unknown, unknown>, 'args'>) =>
  args.find((argument) => argument.name === 'ids' && isRequiredArgument(argument));

/** The argument that sets the maximum number of entries that a field answers. */
export const pageSizeOf = ({ args }: Pick<GraphQLField<unknown, unknown>, 'args'>) =>
  args.find(({ name }) => PAGE_SIZES.includes(name));
