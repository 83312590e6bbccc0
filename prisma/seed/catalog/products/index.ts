import type { ProductPlan } from '../plan.ts';
import { amsterdam } from './amsterdam.ts';
import { officeOnly, unpublished } from './back-office.ts';
import { belgium } from './belgium.ts';
import { delftAndHague } from './delft-and-hague.ts';
import { lisbon } from './lisbon.ts';
import { newYork } from './new-york.ts';
import { northGermany } from './north-germany.ts';
import { northHolland } from './north-holland.ts';
import { portugal } from './portugal.ts';
import { rhineDelta } from './rhine-delta.ts';
import { southGermany } from './south-germany.ts';
import { unitedStates } from './united-states.ts';

export { norway } from './norway.ts';
export { officeOnly, unpublished };

/** The published products that the partner may sell. */
export const onOffer: ProductPlan[] = [
  ...amsterdam,
  ...northHolland,
  ...rhineDelta,
  ...delftAndHague,
  ...belgium,
  ...northGermany,
  ...southGermany,
  ...lisbon,
  ...portugal,
  ...newYork,
  ...unitedStates,
];
