import { Trans, useLingui } from '@lingui/react/macro';
import { Instant } from '#components/moments.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { ShownOnce } from '#components/shown-once.tsx';
import type { HandedLink } from './people-acts.ts';

/** A link to set a password. */
export function LinkShown({ link, close }: { link: HandedLink; close: () => void }) {
  const { t } = useLingui();
  const { name } = link.person.user;
  const timeZone = useOrganizationTimeZone();
  return (
    <ShownOnce
      label={t`Link to set the password`}
      value={link.url}
      warning={
        <Trans>
          The link is shown only this once. Give it to {name} in person or through a private channel: anyone who opens
          it can set the password. It works once, until <Instant instant={link.expiresAt} timeZone={timeZone} />.
        </Trans>
      }
      kept={t`I have saved the link`}
      close={close}
    />
  );
}
