import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/**
 * The sentences that the worker stores with a delivery or an endpoint: it does not know who will read them. The text is
 * given twice because the build keeps English texts in the catalogues only.
 */
export const REASONS: Record<string, MessageDescriptor> = {
  'The endpoint was deleted.': msg`The endpoint was deleted.`,
  'The endpoint was switched off.': msg`The endpoint was switched off.`,
  "The endpoint's owner may no longer see the order.": msg`The endpoint's owner may no longer see the order.`,
  'The body was erased.': msg`The body was erased.`,
  'The secret could not be decrypted.': msg`The secret could not be decrypted.`,
  'The address is not public, or its port is not allowed.': msg`The address is not public, or its port is not allowed.`,
  'Switched off by staff.': msg`Switched off by staff.`,
  'Deleted by staff.': msg`Deleted by staff.`,
  'It answered 410 Gone.': msg`It answered 410 Gone.`,
  'The connection was refused.': msg`The connection was refused.`,
  'The connection was reset.': msg`The connection was reset.`,
  'The host name is not known.': msg`The host name is not known.`,
  'The host name could not be resolved.': msg`The host name could not be resolved.`,
  'The connection timed out.': msg`The connection timed out.`,
  'The address is unreachable.': msg`The address is unreachable.`,
  'The connection was closed before the response was complete.': msg`The connection was closed before the response was complete.`,
  'The headers of the response are too large.': msg`The headers of the response are too large.`,
  'The receiver does not speak TLS at this address.': msg`The receiver does not speak TLS at this address.`,
  'The request failed.': msg`The request failed.`,
};

/** Sentences with a number. */
const COUNTED: { pattern: RegExp; text: (i18n: I18n, count: string) => string }[] = [
  {
    pattern: /^Every attempt failed for (\d+) days\.$/,
    text: (i18n, count) => i18n._(msg`Every attempt failed for ${{ count }} days.`),
  },
  {
    pattern: /^No complete response within ([\d.]+) s\.$/,
    text: (i18n, count) => i18n._(msg`No complete response within ${{ count }} s.`),
  },
];

/** A stored sentence in the reader's language; messages of other programs stay as they are. */
export function reasonText(i18n: I18n, text: string): string {
  const known = REASONS[text];
  if (known) return i18n._(known);
  for (const { pattern, text: translated } of COUNTED) {
    const [, count] = pattern.exec(text) ?? [];
    if (count !== undefined) return translated(i18n, count);
  }
  return text;
}
