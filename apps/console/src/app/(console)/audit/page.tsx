import type { Metadata } from 'next';
import { AuditScreen } from '#features/audit/audit-screen.tsx';

export const metadata: Metadata = { title: 'Audit log' };

// Read by the browser alone: which days are meant depends on the office's clock.
export default function AuditPage() {
  return <AuditScreen />;
}
