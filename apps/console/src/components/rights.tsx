'use client';

import { createContext, type ReactNode, useContext } from 'react';

/** A right in the console, by its GraphQL name. */
export type Right =
  | 'allOrders'
  | 'book'
  | 'drive'
  | 'guide'
  | 'contact'
  | 'console'
  | 'graphql'
  | 'administer'
  | 'sharedTags';

const Rights = createContext<readonly Right[]>([]);

export function RightsProvider({ rights, children }: { rights: readonly Right[]; children: ReactNode }) {
  return <Rights value={rights}>{children}</Rights>;
}

/**
 * Whether the viewer holds a right in any organization. Only for showing or hiding controls: the server checks access.
 */
export const useMay = (right: Right): boolean => useContext(Rights).includes(right);

/** All rights of the viewer. */
export const useRights = () => useContext(Rights);

/** Renders its children only if the viewer holds a right. */
export function Allowed({ to, children }: { to: Right; children: ReactNode }) {
  return useMay(to) ? children : null;
}
