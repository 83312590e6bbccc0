import { msg } from '@lingui/core/macro';
import { HydrationBoundary } from '@tanstack/react-query';
import { loadCatalogueFilters } from '#features/catalogue/catalogue-filters.ts';
import { catalogueQuery } from '#features/catalogue/catalogue-query.ts';
import { CatalogueScreen } from '#features/catalogue/catalogue-screen.tsx';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled } from '#lib/server/texts.ts';

export const generateMetadata = titled(msg`Catalogue`);

export default async function CataloguePage({ searchParams }: PageProps<'/catalogue'>) {
  const filters = await loadCatalogueFilters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(catalogueQuery(filters, sendAsVisitor))}>
      <CatalogueScreen />
    </HydrationBoundary>
  );
}
