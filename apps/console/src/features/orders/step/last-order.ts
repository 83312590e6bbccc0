/** The order that was looked at last, for the list to show its row. */
export const lastOrder: { id: number | undefined } = { id: undefined };
