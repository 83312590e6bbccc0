import type { Metadata } from 'next';
import { AuditScreen } from '#features/audit/audit-screen.tsx';

export const metadata: Metadata = { title: 'Audit log' };

// Not prefetched: a text search reads the entries of 90 days, and the page does not wait for it.
export default function AuditPage() {
  return <AuditScreen />;
}
