import type { Context } from '@channel/graph';
import type { Tx } from '@channel/prisma';

/*
 * The naive writer: for each compiled write, what its accepted request must do to the rows, one row and one statement after
 * the other. It shares no code with the server but the triggers of the database and the bodies of events. Whether a
 * request is accepted is the server's decision.
 */

/** Writes the rows of an accepted request. */
export type Naive = (work: Work, variables: Record<string, unknown>) => Promise<void>;

export type Work = {
  tx: Tx;
  now: Date;
  userId: number;
  /** Of the request, for what is compared elsewhere: the settings, and the bodies of events. */
  context: Context;
};

type Text = string | null | undefined;

export type Person = {
  firstName?: Text;
  lastName?: Text;
  gender?: Text;
  phoneNumber?: Text;
  phoneCountryCode?: Text;
  whatsappNumber?: Text;
  email?: Text;
  priceCategoryId?: number | null;
};

export type Point = { id?: number | null; latitude?: number; longitude?: number; address?: Text };

export type Transfer = {
  date?: Text;
  time?: Text;
  driverId?: number | null;
  location?: { point?: Point | null } | null;
};

export type Selection = { id?: number | null } | null;

export type Details = {
  availabilityId?: number | null;
  selectedDate?: Text;
  startDate?: Text;
  checkinDate?: Text;
  checkoutDate?: Text;
  startTime?: Text;
  quantity?: number | null;
  numberOfBookings?: number | null;
};

export type Booking = {
  leader?: Person | null;
  passengers?: Person[] | null;
  details?: Details | null;
  additionalInformation?: {
    contactPerson?: Selection;
    tourGuide?: Selection;
    pickup?: Transfer | null;
    dropoff?: Transfer | null;
  } | null;
  tags?: { key: string; value: string | number }[] | null;
  referenceCode?: Text;
  key?: Text;
  pendingBooking?: boolean | null;
};

export type Update = {
  status?: 'InCart' | 'Booked' | 'Deleted' | 'Cancelled' | null;
  leader?: Person | null;
  contactPerson?: Selection;
  tourGuide?: Selection;
  pickup?: Transfer | null;
  dropoff?: Transfer | null;
  referenceCode?: Text;
};

export const dayOf = (text: Text): Date | null => (text ? new Date(`${text}T00:00:00Z`) : null);
export const timeOf = (text: Text): Date | null => (text ? new Date(`1970-01-01T${text}Z`) : null);

const LAST_DAY = Date.parse('9999-12-31');

/** The date some days later; the calendar has no later day than its last one. */
export const later = (date: Date, days: number) => new Date(Math.min(date.getTime() + days * 86_400_000, LAST_DAY));
export const wholeSecond = (moment: Date) => new Date(Math.floor(moment.getTime() / 1_000) * 1_000);
