const MAX_LANGUAGES = 10;

/**
 * The two-letter codes that a header names, preferred ones first: `nl-NL` means `nl` (RFC 4647, lookup), and a list is
 * read like `Accept-Language`. Invalid languages are ignored.
 */
export function languagesIn(header: string | string[] | undefined): string[] {
  const ranges = String(header ?? '')
    .split(',', MAX_LANGUAGES)
    .flatMap((range) => {
      const [, code, quality = '1'] =
        /^\s*([a-z]{2})(?:[-_][a-z\d]{1,8})*\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i.exec(range) ?? [];
      return code === undefined || Number(quality) === 0
        ? []
        : [{ code: code.toLowerCase(), quality: Number(quality) }];
    });
  // The sort is stable.
  return [...new Set(ranges.sort((one, other) => other.quality - one.quality).map(({ code }) => code))];
}
