import type { Metadata } from 'next';
import { AuditScreen } from '#features/audit/audit-screen.tsx';

export const metadata: Metadata = { title: 'Audit log' };

// Not prefetched: days are interpreted in the organization's time zone, which only the browser knows here.
export default function AuditPage() {
  return <AuditScreen />;
}
