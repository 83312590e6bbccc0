import { Instant } from '#components/moments.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { ShownOnce } from '#components/shown-once.tsx';
import type { HandedLink } from './people-acts.ts';

/** A link to set a password. */
export function LinkShown({ link, close }: { link: HandedLink; close: () => void }) {
  const timeZone = useOrganizationTimeZone();
  return (
    <ShownOnce
      label="Link to set the password"
      value={link.url}
      warning={
        <>
          The link is shown only this once. Give it to {link.person.user.name} in person or through a private channel:
          anyone who opens it can set the password. It works once, until{' '}
          <Instant instant={link.expiresAt} timeZone={timeZone} />.
        </>
      }
      kept="I have saved the link"
      close={close}
    />
  );
}
