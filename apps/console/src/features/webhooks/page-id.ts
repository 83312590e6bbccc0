import { notFound } from 'next/navigation';

/** Parses the id in the path of a page; shows the not-found page if it is not a valid id. */
export function pageId(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) notFound();
  return Number(text);
}
