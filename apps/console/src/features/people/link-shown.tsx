import { Instant } from '#components/moments.tsx';
import { useOfficeTimeZone } from '#components/regional.tsx';
import { ShownOnce } from '#components/shown-once.tsx';
import type { HandedLink } from './people-acts.ts';

/** A link to set a password. */
export function LinkShown({ link, close }: { link: HandedLink; close: () => void }) {
  const timeZone = useOfficeTimeZone();
  return (
    <ShownOnce
      label="Link to set the password"
      value={link.url}
      warning={
        <>
          This is the only time that the link is shown. Hand it to {link.person.user.name} in person or by a channel
          that nobody else reads: whoever opens it sets the password. It works once, until{' '}
          <Instant instant={link.expiresAt} timeZone={timeZone} />.
        </>
      }
      kept="I have kept the link"
      close={close}
    />
  );
}
