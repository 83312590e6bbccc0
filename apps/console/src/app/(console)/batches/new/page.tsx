import { msg } from '@lingui/core/macro';
import { NewBatchScreen } from '#features/batches/new/new-batch-screen.tsx';
import { readChosen } from '#features/batches/new/selection.ts';
import { titled } from '#lib/server/texts.ts';
import { organizationTimeZone } from '#lib/server/visitor.ts';

export const generateMetadata = titled(msg`Change orders`);

const text = (value: string | string[] | undefined) => (typeof value === 'string' ? value : null);

export default async function NewBatchPage({ searchParams }: PageProps<'/batches/new'>) {
  const { ids, filter } = await searchParams;
  return <NewBatchScreen chosen={await readChosen(text(ids), text(filter), await organizationTimeZone())} />;
}
