import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { RebookingQuote } from '../sale/sale-query.ts';

/** What a rebooking does besides its departure and price, as sentences. */
export const EFFECTS: Record<RebookingQuote['effects'][number], MessageDescriptor> = {
  pickupMoved: msg`The pickup moves with the start.`,
  pickupRemoved: msg`The pickup is removed: the new service level has none, or it is in another city.`,
  dropoffMoved: msg`The drop-off moves with the experience.`,
  dropoffRemoved: msg`The drop-off is removed: the new service level has none, or it is in another city.`,
  guideRemoved: msg`The tour guide is removed: the new service level has none.`,
  ticketsReplaced: msg`The tickets are replaced by those of the new product.`,
  ticketsRemoved: msg`The tickets are removed: the new product has none.`,
  categoriesChanged: msg`Passengers get another price category.`,
  daysChanged: msg`The number of days changes.`,
};
