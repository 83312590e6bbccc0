type Named = { id: number; url: string; description: string };

/** Display names of endpoints by id: the description, with the address added if it is not unique. */
export function endpointNames(endpoints: readonly Named[]): Map<number, string> {
  const counts = new Map<string, number>();
  for (const { description } of endpoints) counts.set(description, (counts.get(description) ?? 0) + 1);
  return new Map(
    endpoints.map(({ id, url, description }) => {
      if (!description) return [id, shortUrl(url)];
      return [id, counts.get(description) === 1 ? description : `${description} (${shortUrl(url)})`];
    }),
  );
}

/** A URL without its scheme and trailing slash. */
const shortUrl = (url: string) => url.replace(/^https?:\/\//, '').replace(/\/$/, '');
