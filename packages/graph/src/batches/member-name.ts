const NAMES: Record<string, string> = {
  contactPersonId: 'contactPerson',
  tourGuideId: 'tourGuide',
  'pickup.driverId': 'pickup.driver',
  'dropoff.driverId': 'dropoff.driver',
};

/** Whether a member of an order is a user. */
export const isPerson = (member: string): boolean => member in NAMES;

/** The name of a member in answers: users by what they are. */
export const memberName = (member: string): string => NAMES[member] ?? member;
