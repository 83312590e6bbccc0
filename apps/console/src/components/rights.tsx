'use client';

import { createContext, type ReactNode, useContext } from 'react';

/** What somebody may do in the console, as the graph names it. */
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

/** Whether who is signed in holds a right in any organization. Only for what to offer: the server checks every act. */
export const useMay = (right: Right): boolean => useContext(Rights).includes(right);

/** All rights of who is signed in. */
export const useRights = () => useContext(Rights);

/** Shows something to those alone who hold a right. */
export function Allowed({ to, children }: { to: Right; children: ReactNode }) {
  return useMay(to) ? children : null;
}
