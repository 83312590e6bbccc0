import { crewOfCalendar } from '@channel/auth';
import { type CalendarEntry, calendarEntries } from '@channel/graph';
import type { FastifyInstance } from 'fastify';
import { HttpError } from 'graphql-rest-router';
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { clientOf, type Surface } from '../admission/surface.ts';
import { contextOf, type Services } from '../context.ts';

/** How often calendars should read it, in seconds. */
const TTL = 900;
const DAY_MS = 86_400_000;

/** Entries of days are written without a time zone, all others as instants, so that every calendar shows local times. */
export function calendarText(entries: readonly CalendarEntry[], host: string, now: Date): string {
  const calendar = ical({ name: 'My jobs', method: ICalCalendarMethod.PUBLISH, ttl: TTL });
  for (const { uid, sequence, changedAt, isCancelled, title, location, startsAt, endsAt, day } of entries) {
    const start = startsAt ?? new Date(`${day}T00:00:00Z`);
    calendar.createEvent({
      id: `${uid}@${host}`,
      sequence,
      stamp: now,
      lastModified: changedAt ?? now,
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      summary: title,
      location,
      start,
      end: startsAt ? endsAt : new Date(start.getTime() + DAY_MS),
      allDay: startsAt === null,
    });
  }
  return calendar.toString();
}

/**
 * Publishes `/calendars/{key}.ics`: the jobs of a driver or guide for calendar programs, which can only fetch an address.
 * It answers 404 for a key that is unknown or has ended.
 */
export function publishCrewCalendar(app: FastifyInstance, services: Services, surface: Surface): void {
  app.get<{ Params: { key: string } }>('/calendars/:key', (request, reply) =>
    surface.run({ ...clientOf(request), actor: null }, async () => {
      const { params, id, ip } = request;
      const { db, settings, clock } = services;
      const secret = /^([\w-]{43})\.ics$/.exec(params.key)?.[1] ?? '';
      const crew = await crewOfCalendar(db, { secret, caller: { address: ip } }, clock(), settings);
      if (crew && 'waitSeconds' in crew)
        throw new HttpError(429, 'Too many attempts.', { 'retry-after': String(crew.waitSeconds) });
      if (!crew) throw new HttpError(404, 'Not found.');
      const context = await contextOf(services, { actor: null, channel: 'api', requestId: id, address: ip });
      const entries = await calendarEntries(context, crew);
      const text = calendarText(entries, new URL(settings.apiUrl).hostname, clock());
      return reply.headers({ 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'no-store' }).send(text);
    }),
  );
}
