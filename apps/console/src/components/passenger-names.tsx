import { Nothing } from './nothing.tsx';

/** The leader's name and the number of other passengers. */
export function PassengerNames({ passengers }: { passengers: { firstName: string; lastName: string }[] }) {
  const [leader] = passengers;
  if (!leader) return <Nothing meaning="No passengers" />;
  const others = passengers.length - 1;
  return (
    <>
      {fullName(leader)}
      {others > 0 && <span className="dimmed unbroken"> + {others}</span>}
    </>
  );
}

/** The full name; either part may be empty. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim() || 'No name';
