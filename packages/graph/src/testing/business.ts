import type { Context } from '../context.ts';
import { answer, refusal } from './run.ts';

/** Documents of the mutations by which administrators run their business. */
export const BUSINESS = {
  createClient: `mutation ($organizationId: SafeInt!, $input: ClientInput!) {
    made: createClient(organizationId: $organizationId, input: $input) { client { client { id: databaseId name description } members { id: databaseId } } } }`,
  updateClient: `mutation ($id: SafeInt!, $input: ClientInput!) {
    made: updateClient(id: $id, input: $input) { client { client { id: databaseId name description } members { id: databaseId } } } }`,
  deleteClient: 'mutation ($id: SafeInt!) { made: deleteClient(id: $id) { isDeleted } }',
  createSupplier: `mutation ($organizationId: SafeInt!, $input: SupplierInput!) {
    made: createSupplier(organizationId: $organizationId, input: $input) {
        supplier {
        id: databaseId name description permissions { name } translations { language member text } }
      } }`,
  updateSupplier: `mutation ($id: SafeInt!, $input: SupplierInput!) {
    made: updateSupplier(id: $id, input: $input) { supplier { id: databaseId name description permissions { name } translations { language member text } } } }`,
  deleteSupplier: 'mutation ($id: SafeInt!) { made: deleteSupplier(id: $id) { isDeleted } }',
  createCountry:
    'mutation ($input: CountryInput!) { made: createCountry(input: $input) { country { id: databaseId code name } } }',
  createCity:
    'mutation ($input: CityInput!) { made: createCity(input: $input) { city { id: databaseId name timeZone country { id: databaseId } } } }',
  updateCity:
    'mutation ($id: SafeInt!, $input: CityInput!) { made: updateCity(id: $id, input: $input) { city { id: databaseId name timeZone } } }',
  deleteCity: 'mutation ($id: SafeInt!) { made: deleteCity(id: $id) { isDeleted } }',
  createPoint: `mutation ($organizationId: SafeInt!, $input: BusinessPointInput!) {
    made: createPoint(organizationId: $organizationId, input: $input) { point { id: pointId latitude longitude address city { id: databaseId } } } }`,
  updatePoint: `mutation ($id: SafeInt!, $input: BusinessPointInput!) {
    made: updatePoint(id: $id, input: $input) { point { id: pointId latitude longitude address city { id: databaseId } } } }`,
  deletePoint: 'mutation ($id: SafeInt!) { made: deletePoint(id: $id) { isDeleted } }',
  createCategory:
    'mutation ($input: CategoryInput!) { made: createCategory(input: $input) { category { id: databaseId title } } }',
  updateCategory:
    'mutation ($id: SafeInt!, $input: CategoryInput!) { made: updateCategory(id: $id, input: $input) { category { id: databaseId title } } }',
  deleteCategory: 'mutation ($id: SafeInt!) { made: deleteCategory(id: $id) { isDeleted } }',
  addPicture: `mutation ($organizationId: SafeInt!, $filename: String!, $base64: String!) {
    made: addPicture(organizationId: $organizationId, filename: $filename, base64: $base64) { picture { id: mediaId filename key url } } }`,
  createProduct: `mutation ($organizationId: SafeInt!, $input: ProductInput!) {
    made: createProduct(organizationId: $organizationId, input: $input) { product { ...Product } } }
    fragment Product on CatalogueProduct {
      product {
        id: databaseId title isPublished highlights labels supplier { id: databaseId } city { id: databaseId } location { id: pointId } points { id: pointId } categories { id: databaseId }
        currencies { supported { code } } banner { key } thumbnail { key } images { key } videos { videoCode type url } ticket { title }
      }
      guideMinutes translations { language member text texts }
    }`,
  updateProduct: `mutation ($id: SafeInt!, $input: ProductInput!) {
    made: updateProduct(id: $id, input: $input) { product { product { id: databaseId title isPublished } } } }`,
  deleteProduct: 'mutation ($id: SafeInt!) { made: deleteProduct(id: $id) { isDeleted } }',
  createServiceLevel: `mutation ($productId: SafeInt!, $input: ServiceLevelInput!) {
    made: createServiceLevel(productId: $productId, input: $input) { serviceLevel { ...Level } } }
    fragment Level on CatalogueLevel {
      level {
        id: databaseId title pricingType availabilityType capacity cutOffTime offerTimeStart offerTimeEnd
        priceCategories { id: databaseId title isDefault minimum maximum ageRange { min max } }
      }
      position pickup { type places { id: pointId } timeSelection { timeList { time } } }
    }`,
  updateServiceLevel: `mutation ($id: SafeInt!, $input: ServiceLevelInput!) {
    made: updateServiceLevel(id: $id, input: $input) {
        serviceLevel {
        level { id: databaseId title priceCategories { id: databaseId title isDefault } } pickup { type } }
      } }`,
  deleteServiceLevel: 'mutation ($id: SafeInt!) { made: deleteServiceLevel(id: $id) { isDeleted } }',
  createRate: `mutation ($serviceLevelId: SafeInt!, $input: RateInput!) {
    made: createRate(serviceLevelId: $serviceLevelId, input: $input) { rate { ...Rate } } }
    fragment Rate on CatalogueRate {
      id: databaseId title validFrom validTo weekdays position
      cancellationPolicies { description penalties { time percentage } }
      itemPrices { original { amount } agent { amount } sold { amount currency { code } } }
      personPrices { priceCategory { id: databaseId } prices { sold { amount currency { code } } } }
    }`,
  updateRate: `mutation ($id: SafeInt!, $input: RateInput!) {
    made: updateRate(id: $id, input: $input) {
        rate {
        id: databaseId title validTo cancellationPolicies { penalties { time percentage } } itemPrices { sold { amount } }
        personPrices { priceCategory { id: databaseId } prices { sold { amount } } } }
      } }`,
  deleteRate: 'mutation ($id: SafeInt!) { made: deleteRate(id: $id) { isDeleted } }',
  createSchedule: `mutation ($serviceLevelId: SafeInt!, $input: ScheduleInput!) {
    made: createSchedule(serviceLevelId: $serviceLevelId, input: $input) { schedule { id: scheduleId weekdays startTime endTime capacity validFrom validTo } } }`,
  updateSchedule: `mutation ($id: SafeInt!, $input: ScheduleInput!) {
    made: updateSchedule(id: $id, input: $input) { schedule { id: scheduleId weekdays startTime endTime capacity validFrom validTo } } }`,
  deleteSchedule: 'mutation ($id: SafeInt!) { made: deleteSchedule(id: $id) { isDeleted } }',
  createDeparture: `mutation ($serviceLevelId: SafeInt!, $input: NewDeparture!) {
    made: createDeparture(serviceLevelId: $serviceLevelId, input: $input) { departure { id: databaseId date startTime capacity remaining isClosed scheduleId } } }`,
  updateDeparture: `mutation ($id: SafeInt!, $input: DepartureChange!) {
    made: updateDeparture(id: $id, input: $input) { departure { id: databaseId capacity booked remaining isClosed scheduleId } } }`,
  deleteDeparture: 'mutation ($id: SafeInt!) { made: deleteDeparture(id: $id) { isDeleted } }',
  updateOrganization: `mutation ($id: SafeInt!, $input: OrganizationInput!) {
    made: updateOrganization(id: $id, input: $input) {
        organization {
        organization { id: databaseId name timeZone currency { code } languages { code isDefault } } vatPercentage vatType cutOffUnit }
      } }`,
} as const;

export type Act = keyof typeof BUSINESS;

/** What an act answers with. */
export const act = async <Made>(name: Act, variables: object, context: Context): Promise<Made> =>
  (await answer<{ made: Made }>(BUSINESS[name], { ...variables }, context)).made;

/** The refusal of an act. */
export const refused = (name: Act, variables: object, context: Context) =>
  refusal(BUSINESS[name], { ...variables }, context);

/** The paths of the field errors of an act, without `input`. */
export const refusedPaths = async (name: Act, variables: object, context: Context) =>
  (await refused(name, variables, context)).fields?.map(({ path }) => path.slice(1).join('.'));
