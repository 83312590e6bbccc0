const DEFAULT = 'en-GB';
/** Languages of a header that are read, as the API reads them. */
const MAX_LANGUAGES = 10;

/** The locale in which a visitor reads dates and amounts: the first of `Accept-Language` that can be used. */
export function preferredLocale(acceptLanguage: string | null): string {
  const wishes = (acceptLanguage ?? '').split(',', MAX_LANGUAGES).map((wish) => {
    const [tag = '', quality = 'q=1'] = wish.split(';').map((part) => part.trim());
    return { tag, weight: Number(quality.replace(/^q=/i, '')) || 0 };
  });
  wishes.sort((a, b) => b.weight - a.weight);
  for (const { tag, weight } of wishes) {
    if (weight > 0 && isSupported(tag)) return tag;
  }
  return DEFAULT;
}

function isSupported(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}
