'use client';

import { createContext, type ReactNode, useContext } from 'react';

const Locale = createContext('en-GB');
const OrganizationTimeZone = createContext('UTC');

/** Provides the locale for dates and amounts. */
export function RegionalProvider({ locale, children }: { locale: string; children: ReactNode }) {
  return <Locale value={locale}>{children}</Locale>;
}

/** Provides the time zone of the visitor's organization. */
export function OrganizationTimeZoneProvider({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  return <OrganizationTimeZone value={timeZone}>{children}</OrganizationTimeZone>;
}

/** The visitor's locale, the same on the server and in the browser. */
export const useLocale = () => useContext(Locale);

/** The time zone of the visitor's organization, for instants without a local time. */
export const useOrganizationTimeZone = () => useContext(OrganizationTimeZone);
