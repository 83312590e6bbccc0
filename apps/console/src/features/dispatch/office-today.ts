import { dayIn } from '#lib/format.ts';
import { Problem } from '#lib/problem.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { readViewer } from '../session/viewer.ts';

/** The day that it is in the visitor's office, for pages that are made on the server. */
export async function officeToday(): Promise<string> {
  try {
    const { organizations } = await readViewer(sendAsVisitor);
    return dayIn(organizations[0]?.timeZone ?? 'UTC', new Date());
  } catch (error) {
    // The page says itself what is the matter.
    if (error instanceof Problem) return dayIn('UTC', new Date());
    throw error;
  }
}
