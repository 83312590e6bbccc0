type Named = { id: number; url: string; description: string };

/** What endpoints are called, by id: by their descriptions, with the address where two have the same. */
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

/** An address without what all have in common. */
const shortUrl = (url: string) => url.replace(/^https?:\/\//, '').replace(/\/$/, '');
