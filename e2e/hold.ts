import type { Page, Route } from '@playwright/test';
import { consoleDocument } from './stack/session.ts';

/** Holds the requests of a page that match. @returns a function that releases them, and lets later ones pass */
export async function hold(page: Page, matches: (route: Route) => boolean): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route('**/*', async (route) => {
    if (matches(route)) await released.promise;
    await route.fallback();
  });
  return released.resolve;
}

/** The path of the address that is requested. */
export const pathOf = (route: Route): string => new URL(route.request().url()).pathname;

/** Whether the body or the address of a request contains a text, such as a variable of a GraphQL operation. */
export const asksFor = (text: string) => (route: Route) => {
  const request = route.request();
  const variables = new URL(request.url()).searchParams.get('variables');
  return `${request.postData()} ${variables}`.includes(text);
};

/** Whether a request executes an operation of the console. */
export const executes = (operation: string) => (route: Route) => {
  const request = route.request();
  const { documentId } = consoleDocument(operation);
  return `${request.postData()} ${new URL(request.url()).searchParams.get('documentId')}`.includes(documentId);
};
