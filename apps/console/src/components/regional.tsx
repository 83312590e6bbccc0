'use client';

import { createContext, type ReactNode, useContext } from 'react';

const Locale = createContext('en-GB');

/** Says in which locale everything inside shows dates and amounts. */
export function RegionalProvider({ locale, children }: { locale: string; children: ReactNode }) {
  return <Locale value={locale}>{children}</Locale>;
}

/** The visitor's locale, the same on the server and in the browser. */
export const useLocale = () => useContext(Locale);
