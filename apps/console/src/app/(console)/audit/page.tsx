import { msg } from '@lingui/core/macro';
import { AuditScreen } from '#features/audit/audit-screen.tsx';
import { titled } from '#lib/server/texts.ts';

export const generateMetadata = titled(msg`Audit log`);

// Not prefetched: a text search reads the entries of 90 days, and the page does not wait for it.
export default function AuditPage() {
  return <AuditScreen />;
}
