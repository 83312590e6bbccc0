/** The phone numbers of a passenger, as they were sent: the country code is stored apart from the number. */
export type Phones = { phoneCountryCode: string; phoneNumber: string; whatsappNumber: string };

/** Country codes whose numbers keep their leading zero when they are dialled from abroad. */
const ZERO_STAYS = ['39', '225', '229', '241', '242', '378', '379'];

/** A subscriber's number has at least this many digits; a group equal to the country code before fewer is part of it. */
const LEAST_DIGITS = 7;

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** A phone number with its country code, such as `+353 20 913 3731`; as it was sent if no code is known. */
export function phoneText({ phoneCountryCode, phoneNumber }: Omit<Phones, 'whatsappNumber'>): string {
  const number = phoneNumber.trim();
  if (number.startsWith('+')) return number;
  if (number.startsWith('00')) return `+${number.slice(2).trimStart()}`;
  const code = digitsOf(phoneCountryCode).replace(/^00/, '');
  if (code === '' || digitsOf(number) === '') return number;
  const [first = '', rest = ''] = number.split(/[^\d]+(.*)/s);
  if (first === code && digitsOf(rest).length >= LEAST_DIGITS) return `+${number}`;
  const national = number.replace(/^\(0\)\s*/, '');
  return `+${code} ${ZERO_STAYS.includes(code) ? national : national.replace(/^(\(?)0/, '$1')}`;
}

/** The WhatsApp number with its country code. The same number as the phone has the country code of the phone. */
export function whatsappText({ phoneCountryCode, phoneNumber, whatsappNumber }: Phones): string {
  const isPhone = digitsOf(whatsappNumber) === digitsOf(phoneNumber);
  return phoneText({ phoneCountryCode: isPhone ? phoneCountryCode : '', phoneNumber: whatsappNumber });
}

/** The address that dials a number; undefined for a text without digits. */
export const phoneHref = (text: string) => (/\d/.test(text) ? `tel:${text.replace(/[^+\d]/g, '')}` : undefined);

/** The address of a WhatsApp chat with a number; undefined for a text without digits. */
export const whatsappHref = (text: string) => (/\d/.test(text) ? `https://wa.me/${digitsOf(text)}` : undefined);
