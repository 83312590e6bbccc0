import { Prisma, type Tx } from '@channel/prisma';

export type FrozenTexts = { translations: Prisma.InputJsonObject };
export type FrozenMedia = { id: number; filename: string; storageKey: string };

/**
 * The catalogue data of an order, frozen when it was sold, with all translations: later edits of the catalogue don't
 * change it. Tags and the supplier's permissions are not part of it: their current values are shown.
 */
export type BookedDetailsShape = {
  product: FrozenTexts & {
    id: number;
    title: string;
    highlights: string[];
    description: string;
    whatToBring: string;
    knowBeforeYouGo: string;
    labels: string[];
    distributor: { name: string };
    supplier: (FrozenTexts & { id: number; name: string; description: string | null }) | null;
    banner: FrozenMedia;
    thumbnail: FrozenMedia;
    images: FrozenMedia[];
    videos: { videoCode: string; type: string; url: string }[];
    categories: (FrozenTexts & { id: number; title: string })[];
  };
  serviceLevel: FrozenTexts & {
    title: string;
    description: string;
    businessHours: string | null;
    capacity: number;
    pricingType: string;
    availabilityType: string;
    hasPickup: boolean;
    hasDropOff: boolean;
    hasTourGuide: boolean;
    durationTime: number;
    durationDescription: string | null;
    cutOffTime: number;
    /** `YYYY-MM-DD` */
    offerTimeStart: string;
    /** `YYYY-MM-DD` */
    offerTimeEnd: string;
  };
  rate: { passExpirationDate: string | null; passExpirationMinutesAfterBooking: number | null };
  rates: (FrozenTexts & {
    id: number;
    title: string;
    cancellationDescription: string | null;
    penalties: { id: number; time: number; percentage: number }[];
  })[];
  startingPoint: {
    latitude: number | null;
    longitude: number | null;
    address: string | null;
    city: (FrozenTexts & { id: number; name: string }) | null;
    country: (FrozenTexts & { id: number; name: string; code: string }) | null;
  };
};

/** The subject of a booking: the service level, the rates, and the departure (for a pass: its expiry). */
export type Sold = { serviceLevelId: number; rateIds: readonly number[]; availabilityId?: number | undefined };

const media = (alias: string) =>
  Prisma.raw(
    `jsonb_build_object('id', ${alias}.id, 'filename', ${alias}.filename, 'storageKey', ${alias}.storage_key)`,
  );

/**
 * The statement that reads the booked details as one value; it finds no row if a rate belongs to another service level.
 */
export const bookedDetailsSql = ({ serviceLevelId, rateIds, availabilityId }: Sold): Prisma.Sql => Prisma.sql`
    SELECT jsonb_build_object(
      'product', jsonb_build_object(
        'id', p.id, 'title', p.title, 'highlights', to_jsonb(p.highlights), 'description', p.description,
        'whatToBring', p.what_to_bring, 'knowBeforeYouGo', p.know_before_you_go, 'labels', to_jsonb(p.labels),
        'translations', p.translations, 'distributor', jsonb_build_object('name', o.name),
        'supplier', CASE WHEN s.id IS NOT NULL THEN jsonb_build_object(
          'id', s.id, 'name', s.name, 'description', s.description, 'translations', s.translations) END,
        'banner', ${media('banner')}, 'thumbnail', ${media('thumbnail')},
        'images', (SELECT coalesce(jsonb_agg(${media('m')} ORDER BY i.position, m.id), '[]')
          FROM product_image i JOIN media m ON m.id = i.media_id WHERE i.product_id = p.id),
        'videos', (SELECT coalesce(jsonb_agg(jsonb_build_object('videoCode', v.video_code, 'type', v.type, 'url', v.url)
            ORDER BY v.position, v.id), '[]') FROM product_video v WHERE v.product_id = p.id),
        'categories', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'translations', c.translations)
            ORDER BY c.id), '[]') FROM product_category pc JOIN category c ON c.id = pc.category_id WHERE pc.product_id = p.id)),
      'serviceLevel', jsonb_build_object(
        'title', sl.title, 'description', sl.description, 'businessHours', sl.business_hours, 'capacity', sl.capacity,
        'pricingType', sl.pricing_type, 'availabilityType', sl.availability_type, 'hasPickup', sl.has_pickup,
        'hasDropOff', sl.has_drop_off, 'hasTourGuide', sl.has_tour_guide, 'durationTime', sl.duration_time,
        'durationDescription', sl.duration_description, 'cutOffTime', sl.cut_off_time,
        'offerTimeStart', sl.offer_time_start, 'offerTimeEnd', sl.offer_time_end, 'translations', sl.translations),
      'rate', jsonb_build_object('passExpirationDate', a.expiration_date,
        'passExpirationMinutesAfterBooking', a.expiration_minutes_after_booking),
      'rates', (SELECT jsonb_agg(jsonb_build_object(
        'id', r.id, 'title', r.title, 'cancellationDescription', r.cancellation_description, 'translations', r.translations,
        'penalties', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', cp.id, 'time', cp.time, 'percentage', cp.percentage)
            ORDER BY cp.time DESC, cp.id), '[]') FROM cancellation_penalty cp WHERE cp.rate_id = r.id))
          ORDER BY array_position(${rateIds}::bigint[], r.id)) FROM rate r WHERE r.id = ANY (${rateIds}::bigint[])),
      'startingPoint', jsonb_build_object(
        'latitude', pt.latitude, 'longitude', pt.longitude, 'address', pt.address,
        'city', CASE WHEN ci.id IS NOT NULL THEN jsonb_build_object('id', ci.id, 'name', ci.name, 'translations', ci.translations) END,
        'country', CASE WHEN co.id IS NOT NULL THEN jsonb_build_object(
          'id', co.id, 'name', co.name, 'code', co.code, 'translations', co.translations) END)
    ) AS details
    FROM service_level sl
    JOIN product p ON p.id = sl.product_id
    JOIN organization o ON o.id = p.organization_id
    JOIN media banner ON banner.id = p.banner_id
    JOIN media thumbnail ON thumbnail.id = p.thumbnail_id
    LEFT JOIN supplier s ON s.id = p.supplier_id
    LEFT JOIN point pt ON pt.id = p.location_id
    LEFT JOIN city ci ON ci.id = pt.city_id
    LEFT JOIN country co ON co.id = ci.country_id
    LEFT JOIN availability a ON a.id = ${availabilityId ?? null}::bigint
    WHERE sl.id = ${serviceLevelId}::bigint AND ${rateIds.length} =
      (SELECT count(*) FROM rate WHERE id = ANY (${rateIds}::bigint[]) AND service_level_id = sl.id)`;

/** Reads the booked details that an order freezes. */
export async function freezeBookedDetails(tx: Tx, sold: Sold): Promise<BookedDetailsShape> {
  const [row] = await tx.$queryRaw<{ details: BookedDetailsShape }[]>(bookedDetailsSql(sold));
  if (!row) throw new Error(`service level ${sold.serviceLevelId} has no rates ${sold.rateIds.join(', ')}`);
  return row.details;
}
