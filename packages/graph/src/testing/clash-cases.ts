import type { ClashCase } from './clash-case.ts';
import { PEOPLE_CASES } from './clash-cases-people.ts';
import { RIDE_CASES } from './clash-cases-rides.ts';
import { TIME_CASES } from './clash-cases-times.ts';
import { VEHICLE_CASES } from './clash-cases-vehicles.ts';

/**
 * Cases of the rule of clashes, in the terms of staff: each case is one person with some jobs. Every path that assigns
 * must give the expected findings.
 */
export const CLASH_CASES: readonly ClashCase[] = [...TIME_CASES, ...RIDE_CASES, ...VEHICLE_CASES, ...PEOPLE_CASES];
