import { Anchor } from '@mantine/core';
import { type Phones, phoneHref, phoneText, whatsappHref, whatsappText } from '#lib/phone.ts';

/** Minimum height of adjacent links, so that a touch hits only one. */
export const LINK_HEIGHT = '24px';

/** The phone numbers of a passenger as links to call and to chat, each on its own line. */
export function PhoneLinks({ passenger }: { passenger: Phones }) {
  const phone = phoneText(passenger);
  const whatsapp = whatsappText(passenger);
  const isSame = whatsappHref(whatsapp) === whatsappHref(phone);
  return (
    <>
      {phone && (
        <Anchor inherit display="block" lh={LINK_HEIGHT} href={phoneHref(phone)} className="tabular">
          {phone}
        </Anchor>
      )}
      {whatsapp && (
        <Anchor
          inherit
          display="block"
          lh={LINK_HEIGHT}
          href={whatsappHref(whatsapp)}
          target="_blank"
          rel="noreferrer"
          className="tabular"
        >
          {isSame ? 'WhatsApp' : `WhatsApp ${whatsapp}`}
        </Anchor>
      )}
    </>
  );
}
