import { createHash } from 'node:crypto';
import { Prisma } from '@channel/prisma';
import type { Context } from '../context.ts';
import type { Job } from '../jobs/load-jobs.ts';
import { publishedJobs } from '../jobs/load-jobs.ts';
import { amountOf } from '../jobs/load-rules.ts';
import { crewNotes } from '../notes/crew-notes.ts';
import { dateText, timeText } from '../shared/calendar.ts';

/** The leader of the guests, whom the person looks for and calls. */
export type Leader = { name: string; phoneCountryCode: string; phoneNumber: string; whatsappNumber: string };

export type CrewPlace = { address: string; latitude: number; longitude: number };

/** What the assigned person sees of a job. */
export type CrewFacts = {
  job: Job;
  /** The order's version; increases with each change of the job. */
  version: number;
  updatedAt: Date;
  title: string;
  /** The title in no particular language, which does not depend on who reads it. */
  originalTitle: string;
  /** Where guests wait, are brought to, or are met by the guide. */
  place: CrewPlace | null;
  leader: Leader | null;
  /** What the guests need besides seats, such as wheelchairs, by the key of the tag. */
  needs: { key: string; amount: number }[];
  /** The notes of the office for the crew. */
  notes: string[];
  startsAt: Date | null;
  endsAt: Date | null;
};

type Row = {
  id: number;
  version: number;
  updatedAt: Date;
  title: string;
  originalTitle: string;
  leader: Leader | null;
  pickup: CrewPlace | null;
  dropoff: CrewPlace | null;
  guide: CrewPlace | null;
  orderTags: Record<string, Prisma.JsonValue>;
  pickupTags: Record<string, Prisma.JsonValue>;
  dropoffTags: Record<string, Prisma.JsonValue>;
};

/**
 * Reads the jobs of booked orders of an organization, with what the assigned people see of them. The caller decides who
 * may see which.
 */
export async function crewFacts(
  context: Context,
  orderIds: readonly number[],
  organizationIds: readonly number[],
): Promise<CrewFacts[]> {
  const rows = await rowsOf(context, orderIds, organizationIds);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const jobs = await publishedJobs(context, [...byId.keys()]);
  const notes = Map.groupBy(await crewNotes(context.db, [...byId.keys()]), ({ orderId }) => orderId);
  return jobs.flatMap((job) => {
    const row = byId.get(job.orderId);
    const words = notes.get(job.orderId)?.map(({ text }) => text) ?? [];
    return row ? [factsOf(job, { ...row, notes: words }, context)] : [];
  });
}

function factsOf(job: Job, row: Row & { notes: string[] }, { settings }: Context): CrewFacts {
  const { version, updatedAt, title, originalTitle, leader, notes } = row;
  const { timing } = job;
  const startsAt = timing && timing.earliest === timing.latest ? new Date(timing.earliest) : null;
  const endsAt = startsAt && timing ? new Date(timing.earliest + timing.likely) : null;
  const tags = job.task === 'guide' ? row.orderTags : { ...row.orderTags, ...row[`${job.task}Tags`] };
  const needs = settings.capacityTags.flatMap((key) => {
    const amount = amountOf(tags[key] ?? 0) ?? 0;
    return amount > 0 ? [{ key, amount }] : [];
  });
  const shown = { title, originalTitle, place: row[job.task], leader, needs, notes, startsAt, endsAt };
  return { job, version, updatedAt, ...shown };
}

function rowsOf({ db, lang, settings }: Context, ids: readonly number[], organizationIds: readonly number[]) {
  const point = (row: Prisma.Sql) => Prisma.sql`CASE WHEN ${row}.id IS NOT NULL THEN jsonb_build_object(
    'address', ${row}.address, 'latitude', ${row}.latitude::float8, 'longitude', ${row}.longitude::float8) END`;
  const tags = (owner: Prisma.Sql) => Prisma.sql`coalesce((
    SELECT jsonb_object_agg(t.key, t.value) FROM tag t
    WHERE ${owner} AND t.organization_id = o.organization_id AND t.key = ANY (${settings.capacityTags}::text[])), '{}')`;
  return db.$queryRaw<Row[]>`
    SELECT o.id, o.version, o.updated_at AS "updatedAt",
      coalesce(o.booked_details #>> ARRAY['product', 'translations', ${lang}::text, 'title'],
        o.booked_details #>> '{product,title}', '') AS title,
      coalesce(o.booked_details #>> '{product,title}', '') AS "originalTitle",
      (SELECT jsonb_build_object('name', p.full_name, 'phoneCountryCode', p.phone_country_code,
        'phoneNumber', p.phone_number, 'whatsappNumber', p.whatsapp_number)
        FROM passenger p WHERE p.order_id = o.id AND p.is_leader LIMIT 1) AS leader,
      ${point(Prisma.sql`pickup_at`)} AS pickup, ${point(Prisma.sql`dropoff_at`)} AS dropoff,
      ${point(Prisma.sql`location`)} AS guide, ${tags(Prisma.sql`t.order_id = o.id`)} AS "orderTags",
      ${tags(Prisma.sql`t.transfer_id = o.pickup_id`)} AS "pickupTags",
      ${tags(Prisma.sql`t.transfer_id = o.dropoff_id`)} AS "dropoffTags"
    FROM orders o
    JOIN transfer pickup ON pickup.id = o.pickup_id
    JOIN transfer dropoff ON dropoff.id = o.dropoff_id
    LEFT JOIN point pickup_at ON pickup_at.id = pickup.point_id
    LEFT JOIN point dropoff_at ON dropoff_at.id = dropoff.point_id
    LEFT JOIN product ON product.id = o.product_id
    LEFT JOIN point location ON location.id = product.location_id
    WHERE o.id = ANY (${[...new Set(ids)]}::bigint[]) AND o.organization_id = ANY (${[...organizationIds]}::bigint[])
      AND o.status = 'Booked'`;
}

/** A short digest of values. */
export const shortDigest = (values: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22);

/**
 * Identifies what a person sees of a job: a job was seen if the person saw this digest of it. An estimated end may
 * change with a setting, and does not count, nor does the language of the reader.
 */
export function digestOf({ job, originalTitle, place, leader, needs, notes, startsAt, endsAt }: CrewFacts): string {
  const isEstimated = job.timing?.least !== job.timing?.likely;
  const shown = [
    originalTitle,
    job.day && dateText(job.day),
    job.time && timeText(job.time),
    startsAt,
    isEstimated ? null : endsAt,
    place,
    leader,
    job.passengerCount,
    needs,
    notes,
  ];
  return shortDigest(shown);
}
