import { msg } from '@lingui/core/macro';
import { HydrationBoundary } from '@tanstack/react-query';
import { notFound } from 'next/navigation';
import { productQuery } from '#features/catalogue/catalogue-query.ts';
import { ProductScreen } from '#features/catalogue/product-screen.tsx';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled } from '#lib/server/texts.ts';
import { parseAsId } from '#lib/url-parsers.ts';

export const generateMetadata = titled(msg`Product`);

export default async function ProductPage({ params }: PageProps<'/catalogue/[id]'>) {
  const id = parseAsId.parse((await params).id);
  if (id === null) notFound();
  return (
    <HydrationBoundary state={await prefetch(productQuery(id, sendAsVisitor))}>
      <ProductScreen id={id} />
    </HydrationBoundary>
  );
}
