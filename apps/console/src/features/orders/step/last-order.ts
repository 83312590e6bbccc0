/** The last viewed order, so that the list can mark its row. */
export const lastOrder: { id: number | undefined } = { id: undefined };
