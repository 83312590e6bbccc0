import type { Metadata } from 'next';
import { NewBatchScreen } from '#features/batches/new/new-batch-screen.tsx';
import { readChosen } from '#features/batches/new/selection.ts';
import { organizationTimeZone } from '#lib/server/visitor.ts';

export const metadata: Metadata = { title: 'Change orders' };

const text = (value: string | string[] | undefined) => (typeof value === 'string' ? value : null);

export default async function NewBatchPage({ searchParams }: PageProps<'/batches/new'>) {
  const { ids, filter } = await searchParams;
  return <NewBatchScreen chosen={await readChosen(text(ids), text(filter), await organizationTimeZone())} />;
}
