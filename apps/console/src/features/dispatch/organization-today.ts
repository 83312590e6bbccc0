import { dayIn } from '#lib/format.ts';
import { Problem } from '#lib/problem.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { readViewer } from '#lib/viewer.ts';

/** The current day in the organization's time zone, for server-rendered pages. */
export async function organizationToday(): Promise<string> {
  try {
    const { organizations } = await readViewer(sendAsVisitor);
    return dayIn(organizations[0]?.timeZone ?? 'UTC', new Date());
  } catch (error) {
    // The page reports the problem itself.
    if (error instanceof Problem) return dayIn('UTC', new Date());
    throw error;
  }
}
