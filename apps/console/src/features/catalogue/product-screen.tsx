'use client';

import { Badge, Box, Group, Image, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fact, Facts } from '#components/facts.tsx';
import { LinkButton } from '#components/link-button.tsx';
import { ListSkeleton } from '#components/list/list-skeleton.tsx';
import { Day } from '#components/moments.tsx';
import { OutdatedNote } from '#components/outdated-note.tsx';
import { PageHead } from '#components/page-head.tsx';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { useMay } from '#components/rights.tsx';
import { Section } from '#components/section.tsx';
import { RecentActs } from '#features/audit/index.ts';
import { TagsEditor, TagsSection } from '#features/tags/index.ts';
import { countText } from '#lib/count-text.ts';
import { Calendar } from './calendar.tsx';
import { type CatalogueFacts, type Level, productQuery } from './catalogue-query.ts';
import { ProductBadges } from './catalogue-table.tsx';
import { Rates, soldAs } from './rates-section.tsx';
import { TimesSection } from './times-section.tsx';

/** A product with its service levels, rates and availability. */
export function ProductScreen({ id }: { id: number }) {
  const { data, error, isFetching, refetch } = useQuery(productQuery(id));
  if (data) {
    return (
      <>
        {error && <OutdatedNote retry={refetch} />}
        <ProductPage facts={data} />
      </>
    );
  }
  if (!error) return <ListSkeleton of="product details" />;
  return (
    <ProblemPanel
      problem={error}
      subject="this product"
      retry={refetch}
      isRetrying={isFetching}
      elsewhere={<LinkButton href="/catalogue">To the catalogue</LinkButton>}
    />
  );
}

function ProductPage({ facts }: { facts: CatalogueFacts }) {
  const { product, levels, roles } = facts;
  const client = useQueryClient();
  const mayAdminister = useMay('administer');
  const refresh = () => client.invalidateQueries({ queryKey: ['catalogue'] });
  return (
    <Box maw={1180} px={{ base: 'md', sm: 'lg' }} py={{ base: 'md', sm: 'lg' }}>
      <PageHead
        back={{ href: '/catalogue', label: 'Catalogue' }}
        title={product.title}
        picture={<Image src={product.thumbnail.url} alt="" w={64} h={64} radius="md" />}
        marks={<ProductBadges product={product} />}
        acts={<LinkButton href={`/orders?product=${product.id}`}>Its orders</LinkButton>}
      >
        <Text c="dimmed">{product.shortDescription}</Text>
      </PageHead>
      <Stack gap="md" mt="md">
        <Calendar facts={facts} />
        {levels.map((level) => (
          <LevelSection key={level.level.id} level={level} />
        ))}
        <Section title="Product">
          <Facts>
            <Fact name="Number">{product.id}</Fact>
            <Fact name="Place">
              {product.city.name}, {product.city.country.name}
              <Text inherit c="dimmed">
                {product.location?.address ?? 'The starting point is arranged for each order.'}
              </Text>
            </Fact>
            <Fact name="Supplier">{product.supplier?.name ?? 'Not specified'}</Fact>
            <Fact name="Sold by">
              {product.organization.name}, {countText(roles, { one: 'through # role', other: 'through # roles' })}
            </Fact>
            {product.labels.length > 0 && <Fact name="Labels">{product.labels.join(', ')}</Fact>}
          </Facts>
        </Section>
        <TimesSection facts={facts} />
        <TagsSection target="products" id={product.id} of={product.title} tags={product.tags} onSaved={refresh} />
        <Section title="Tags of its city and categories">
          <Facts>
            <Fact name={product.city.name}>
              <TagsEditor
                target="cities"
                id={product.city.id}
                of={product.city.name}
                tags={product.city.tags}
                onSaved={refresh}
              />
            </Fact>
            {product.categories.map(({ id, title, tags }) => (
              <Fact key={id} name={title}>
                <TagsEditor target="categories" id={id} of={title} tags={tags} onSaved={refresh} />
              </Fact>
            ))}
          </Facts>
        </Section>
        {mayAdminister && <RecentActs of="product" id={product.id} />}
      </Stack>
    </Box>
  );
}

function LevelSection({ level }: { level: Level }) {
  const { title, description, capacity, offerTimeStart, offerTimeEnd, isComplete } = level.level;
  return (
    <Section
      title={title}
      aside={
        <Group gap="xs">
          {!isComplete && <Badge color="yellow">Not complete</Badge>}
          <Text size="sm" c="dimmed">
            Offered <Day day={offerTimeStart} /> to <Day day={offerTimeEnd} />
          </Text>
        </Group>
      }
    >
      <Text size="sm">{description}</Text>
      <Text size="sm" c="dimmed" mb="md">
        {soldAs(level)} · {capacity} places each
      </Text>
      <Rates rates={level.rates} />
    </Section>
  );
}
