'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Center, Image, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import QRCode from 'qrcode';
import { Instant } from '#components/moments.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { ShownOnce } from '#components/shown-once.tsx';
import type { CrewLink } from './crew-access-query.ts';

/** Pixels of the code, which a phone reads from a screen at arm's length. */
const SIZE = 240;

/** A new personal link, as a code to scan and as text. */
export function LinkDialog({ link, name, close }: { link: CrewLink; name: string; close: () => void }) {
  const { t } = useLingui();
  const timeZone = useOrganizationTimeZone();
  const code = useQuery({
    queryKey: ['qr', link.url],
    queryFn: () => QRCode.toDataURL(link.url, { width: SIZE * 2, margin: 4 }),
    gcTime: 0,
  });
  return (
    <Modal
      opened
      onClose={close}
      title={t`Personal link of ${name}`}
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t`Close the link` }}
    >
      <ShownOnce
        label={t`Link to the jobs of ${name}`}
        value={link.url}
        warning={
          <Trans>
            The link is shown only this once. Let {name} scan the code, or send the link through a private channel: the
            device that opens it first shows the jobs of {name}. It works once, until{' '}
            <Instant instant={link.expiresAt} timeZone={timeZone} />.
          </Trans>
        }
        kept={t`Done`}
        close={close}
      >
        <Center mih={SIZE}>
          {code.data && <Image src={code.data} alt={t`QR code of the link`} w={SIZE} h={SIZE} radius="sm" />}
        </Center>
      </ShownOnce>
    </Modal>
  );
}
