import type { FieldErrors } from '../errors.ts';

/*
 * Values of the catalogue that must agree with each other, for the import and for mutations. Each rule reports to a
 * collection of field errors, with paths from the thing that it checks. A key is a key of an import file, or an id.
 */

export type Violations = Pick<FieldErrors, 'add'>;

type Key = string | number;
type Validity = { validFrom: Date | null; validTo: Date | null };
type Priced = { currency: string; priceCategory: Key | null };

/** Checks that no value stands in a list twice. */
export function checkOnce(values: readonly unknown[], member: string, violations: Violations): void {
  const seen = new Set<unknown>();
  values.forEach((value, index) => {
    if (seen.has(value)) violations.add([member, index], 'is in the list already.');
    seen.add(value);
  });
}

function checkValidity({ validFrom, validTo }: Validity, violations: Violations): void {
  if (validFrom && validTo && validTo < validFrom) violations.add(['validTo'], 'must not be before validFrom.');
}

/** The rules of a service level with its price categories. */
export function checkLevel(
  level: {
    offerTimeStart: Date;
    offerTimeEnd: Date;
    pricingType: string;
    priceCategories: readonly { isDefault: boolean; ageMin: number; ageMax: number }[];
  },
  violations: Violations,
): void {
  if (level.offerTimeEnd < level.offerTimeStart) violations.add(['offerTimeEnd'], 'must not be before offerTimeStart.');
  const defaults = level.priceCategories.filter(({ isDefault }) => isDefault).length;
  if (level.priceCategories.length > 0 && defaults !== 1)
    violations.add(['priceCategories'], 'must hold exactly one default category.');
  if (level.pricingType === 'per_person' && level.priceCategories.length === 0)
    violations.add(['priceCategories'], 'must not be empty for a service level that is sold per person.');
  level.priceCategories.forEach((category, index) => {
    if (category.ageMax < category.ageMin)
      violations.add(['priceCategories', index, 'ageMax'], 'must not be less than ageMin.');
  });
}

/** The rules of a rate: `currencies` are those of its product. */
export function checkRate(
  rate: Validity & { prices: readonly Priced[] },
  { pricingType, currencies }: { pricingType: string; currencies: readonly string[] },
  violations: Violations,
): void {
  checkValidity(rate, violations);
  checkOnce(
    rate.prices.map(({ priceCategory, currency }) => `${priceCategory} ${currency}`),
    'prices',
    violations,
  );
  rate.prices.forEach(({ currency, priceCategory }, index) => {
    if (!currencies.includes(currency))
      violations.add(['prices', index, 'currency'], 'must be one of the currencies of the product.');
    if (pricingType === 'per_person' && priceCategory === null)
      violations.add(['prices', index, 'priceCategory'], 'is required if it is sold per person.');
    if (pricingType === 'per_item' && priceCategory !== null)
      violations.add(['prices', index, 'priceCategory'], 'must be null if it is sold per item.');
  });
}

/** The rules of the times of departures: of a schedule, or of a single departure. */
export function checkTimes(
  { startTime, endTime }: { startTime: Date | null; endTime: Date | null },
  availabilityType: string,
  violations: Violations,
): void {
  const isTimed = availabilityType === 'per_slot' || availabilityType === 'per_time';
  if (isTimed && !startTime) violations.add(['startTime'], `is required for ${availabilityType}.`);
  if (availabilityType === 'per_slot' && !endTime) violations.add(['endTime'], 'is required for per_slot.');
  if ((availabilityType === 'daily' || availabilityType === 'pass') && (startTime || endTime))
    violations.add(['startTime'], 'must be null: departures of whole days and passes have no times.');
}

/** The rules of a schedule. */
export function checkSchedule(
  schedule: Validity & { startTime: Date | null; endTime: Date | null },
  availabilityType: string,
  violations: Violations,
): void {
  checkValidity(schedule, violations);
  checkTimes(schedule, availabilityType, violations);
}
