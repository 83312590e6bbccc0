import { describe, expect, it } from 'vitest';
import { phoneHref, phoneText, whatsappHref, whatsappText } from './phone.ts';

describe('a phone number', () => {
  it.each([
    ['+353', '20 913 3731', '+353 20 913 3731', 'tel:+353209133731'],
    ['353', '20 913 3731', '+353 20 913 3731', 'tel:+353209133731'],
    ['00353', '20-913-3731', '+353 20-913-3731', 'tel:+353209133731'],
    ['+1', '(415) 555-0123', '+1 (415) 555-0123', 'tel:+14155550123'],
    // The number has its code already.
    ['+353', '+353 20 913 3731', '+353 20 913 3731', 'tel:+353209133731'],
    ['+353', '00353 20 913 3731', '+353 20 913 3731', 'tel:+353209133731'],
    ['+353', '353 20 913 3731', '+353 20 913 3731', 'tel:+353209133731'],
    ['', '+44 7700 900123', '+44 7700 900123', 'tel:+447700900123'],
    // A number of a country may begin with the digits of its code.
    ['+47', '47 12 34 56', '+47 47 12 34 56', 'tel:+4747123456'],
    ['+39', '391 234 5678', '+39 391 234 5678', 'tel:+393912345678'],
    // The zero that is dialled within the country.
    ['+31', '06 0000 1234', '+31 6 0000 1234', 'tel:+31600001234'],
    ['+44', '(020) 7946 0123', '+44 (20) 7946 0123', 'tel:+442079460123'],
    ['+49', '(0) 176 04069012', '+49 176 04069012', 'tel:+4917604069012'],
    ['+39', '06 1234 5678', '+39 06 1234 5678', 'tel:+390612345678'],
    ['', '020 555 0141', '020 555 0141', 'tel:0205550141'],
    ['+31', '', '', undefined],
    ['+31', 'ask at the desk', 'ask at the desk', undefined],
  ])('%s with %s is %s', (phoneCountryCode, phoneNumber, text, href) => {
    expect(phoneText({ phoneCountryCode, phoneNumber })).toBe(text);
    expect(phoneHref(text)).toBe(href);
  });
});

describe('a WhatsApp number', () => {
  const phone = { phoneCountryCode: '+31', phoneNumber: '6 0000 1234' };
  it.each([
    ['60000 1234', '+31 60000 1234', 'https://wa.me/31600001234'],
    ['+353 20 913 3731', '+353 20 913 3731', 'https://wa.me/353209133731'],
    ['353209133731', '353209133731', 'https://wa.me/353209133731'],
    ['', '', undefined],
  ])('%s is %s', (whatsappNumber, text, href) => {
    expect(whatsappText({ ...phone, whatsappNumber })).toBe(text);
    expect(whatsappHref(text)).toBe(href);
  });
});
