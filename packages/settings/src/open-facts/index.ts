import { accessFacts } from './access.ts';
import { answerFacts } from './answers.ts';
import { bookingFacts } from './booking.ts';
import { eventFacts } from './events.ts';
import type { OpenFact as AnyOpenFact } from './fact.ts';
import { tagFacts } from './tags.ts';

/** All questions that the specification leaves open, with the behaviour of this server. */
export const openFacts = [...accessFacts, ...answerFacts, ...bookingFacts, ...tagFacts, ...eventFacts];

export type OpenFactId = (typeof openFacts)[number]['id'];
export type OpenFact = AnyOpenFact<OpenFactId>;
