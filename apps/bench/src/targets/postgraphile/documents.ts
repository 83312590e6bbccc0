/* The queries for PostGraphile: as close to v1's answers as its tables allow. Frozen details are returned whole, with all languages. */

const PRICES = 'currencyByCurrencyCode { code symbol name } original agent sold';
const PERSON = 'rowId name tagsByUserId { nodes { key value } }';
const CITY = 'rowId name countryByCountryId { rowId name code } tagsByCityId { nodes { key value } }';
const POINT = `rowId latitude longitude address cityByCityId { ${CITY} }`;
const MEDIA = 'rowId filename storageKey';

const SOLD = `
  rowId bookedAt status startsAtLocal bookedDetails tagsByOrderId { nodes { key value } }
  bookingsByOrderId(orderBy: [ROW_ID_ASC]) { nodes {
    rowId status ${PRICES} availabilityId departureRateId startTime date
    bookingPassengersByBookingId(orderBy: [PASSENGER_ID_ASC]) { nodes { passengerId status ${PRICES} } }
  } }
  passengersByOrderId(orderBy: [IS_LEADER_DESC, POSITION_ASC, ROW_ID_ASC]) { nodes {
    rowId firstName lastName gender phoneNumber whatsappNumber email isLeader priceCategory
  } }`;

const TRANSFER = `rowId date time userByDriverId { ${PERSON} } spotByPointId { ${POINT} }`;

export const ORDERS = `query ($statuses: [OrderStatus], $cities: [Int], $search: String, $first: Int, $offset: Int) {
  seenOrders(statuses: $statuses, cities: $cities, search: $search, first: $first, offset: $offset) { nodes {
    ${SOLD} cityByCityId { ${CITY} }
    supplierBySupplierId { rowId name description tagsBySupplierId { nodes { key value } }
      supplierPermissionsBySupplierId { nodes { permissionByPermissionName { name description } } } }
  } } }`;

export const ORDER = `query ($ids: [Int]) {
  seenOrders(ids: $ids, first: 1) { nodes {
    ${SOLD} endsAtLocal referenceCode vatPercentage vatType totalOriginal totalAgent totalSold currencyByCurrencyCode { code symbol name }
    userByTourGuideId { ${PERSON} } userByIssuerId { ${PERSON} } userByContactPersonId { ${PERSON} }
    clientByClientId { rowId name description tagsByClientId { nodes { key value } } }
    transferByPickupId { ${TRANSFER} } transferByDropoffId { ${TRANSFER} }
    ticketsByOrderId(orderBy: [ROW_ID_ASC]) { nodes { rowId filename addressKey } }
  } } }`;

export const PRODUCT = `query ($id: Int!) {
  productByRowId(rowId: $id) {
    rowId title shortDescription description highlights knowBeforeYouGo whatToBring isPublished backOffice labels translations
    ticketTitle ticketMessage ticketPerParticipant
    supplierBySupplierId { rowId name description tagsBySupplierId { nodes { key value } } }
    productCurrenciesByProductId(orderBy: [POSITION_ASC]) { nodes { currencyByCurrencyCode { code symbol name } } }
    organizationByOrganizationId { rowId name currencyByCurrencyCode { code symbol name }
      organizationLanguagesByOrganizationId { nodes { isDefault languageByLanguageCode { code name } } } }
    spotByLocationId { ${POINT} }
    productPointsByProductId(orderBy: [POSITION_ASC]) { nodes { spotByPointId { ${POINT} } } }
    productCategoriesByProductId { nodes { categoryByCategoryId { rowId title tagsByCategoryId { nodes { key value } } } } }
    productImagesByProductId(orderBy: [POSITION_ASC]) { nodes { mediaByMediaId { ${MEDIA} } } }
    productVideosByProductId(orderBy: [POSITION_ASC]) { nodes { videoCode type url } }
    mediaByBannerId { ${MEDIA} } mediaByThumbnailId { ${MEDIA} }
    serviceLevelsByProductId(orderBy: [POSITION_ASC, ROW_ID_ASC]) { nodes {
      rowId title description businessHours capacity pricingType hasPickup hasDropOff hasTourGuide durationTime durationDescription
      availabilityType cutOffTime offerTimeStart offerTimeEnd isComplete
      priceCategoriesByServiceLevelId(orderBy: [POSITION_ASC, ROW_ID_ASC]) { nodes { rowId title isDefault minimum maximum ageMin ageMax } }
    } }
    tagsByProductId { nodes { key value } }
  } }`;
