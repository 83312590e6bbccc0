import { Nothing } from '#components/nothing.tsx';

/** The leader's name and how many come along. */
export function Guests({ passengers }: { passengers: { firstName: string; lastName: string }[] }) {
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

/** The name as it was sent; nobody has to have both parts. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim() || 'No name';
