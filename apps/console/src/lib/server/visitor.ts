import { cache } from 'react';
import { dayIn } from '../format.ts';
import { Problem } from '../problem.ts';
import { readViewer } from '../viewer.ts';
import { sendAsVisitor } from './send-as-visitor.ts';

/** The user whose page is being rendered; read once for the layout and the page. */
export const readVisitor = cache(() => readViewer(sendAsVisitor));

/** The time zone of the visitor's organization, in which a page interprets the days of its filters. */
export async function organizationTimeZone(): Promise<string> {
  try {
    const { organizations } = await readVisitor();
    return organizations[0]?.timeZone ?? 'UTC';
  } catch (error) {
    // The page reports the problem itself.
    if (error instanceof Problem) return 'UTC';
    throw error;
  }
}

/** The current day in the time zone of the visitor's organization. */
export const organizationToday = async (): Promise<string> => dayIn(await organizationTimeZone(), new Date());
