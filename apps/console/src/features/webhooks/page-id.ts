import { notFound } from 'next/navigation';

/** The number in the address of a page; leads to the not-found page for what can be no id. */
export function pageId(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) notFound();
  return Number(text);
}
