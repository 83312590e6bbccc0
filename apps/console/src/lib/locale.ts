const DEFAULT = 'en-GB';
/** Maximum number of languages read from the header, as in the API. */
const MAX_LANGUAGES = 10;

/** The locale for dates and amounts: the first supported language of `Accept-Language` by weight. */
export function preferredLocale(acceptLanguage: string | null): string {
  const preferences = (acceptLanguage ?? '').split(',', MAX_LANGUAGES).map((preference) => {
    const [tag = '', quality = 'q=1'] = preference.split(';').map((part) => part.trim());
    return { tag, weight: Number(quality.replace(/^q=/i, '')) || 0 };
  });
  preferences.sort((a, b) => b.weight - a.weight);
  for (const { tag, weight } of preferences) {
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
