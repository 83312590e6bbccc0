'use client';

import { createContext, type ReactNode, useContext } from 'react';

const Locale = createContext('en-GB');
const OfficeTimeZone = createContext('UTC');

/** Says in which locale everything inside shows dates and amounts. */
export function RegionalProvider({ locale, children }: { locale: string; children: ReactNode }) {
  return <Locale value={locale}>{children}</Locale>;
}

/** Says in which time zone the office of the visitor is. */
export function OfficeProvider({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  return <OfficeTimeZone value={timeZone}>{children}</OfficeTimeZone>;
}

/** The visitor's locale, the same on the server and in the browser. */
export const useLocale = () => useContext(Locale);

/** The time zone of the visitor's organization: by its clock stand instants that belong to no place. */
export const useOfficeTimeZone = () => useContext(OfficeTimeZone);
