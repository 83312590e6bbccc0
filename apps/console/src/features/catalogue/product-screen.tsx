'use client';

import { Plural, Trans, useLingui } from '@lingui/react/macro';
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
import { Calendar } from './calendar.tsx';
import { type CatalogueFacts, type Level, productQuery } from './catalogue-query.ts';
import { ProductBadges } from './catalogue-table.tsx';
import { Rates, soldAs } from './rates-section.tsx';
import { TimesSection } from './times-section.tsx';

/** A product with its service levels, rates and availability. */
export function ProductScreen({ id }: { id: number }) {
  const { t } = useLingui();
  const query = useQuery(productQuery(id));
  const { data, error, refetch } = query;
  if (data) {
    return (
      <>
        {error && <OutdatedNote retry={refetch} />}
        <ProductPage facts={data} />
      </>
    );
  }
  if (!error) return <ListSkeleton />;
  return (
    <ProblemPanel
      query={query}
      forbidden={t`You may not see this product`}
      elsewhere={
        <LinkButton href="/catalogue">
          <Trans>To the catalogue</Trans>
        </LinkButton>
      }
    />
  );
}

function ProductPage({ facts }: { facts: CatalogueFacts }) {
  const { t } = useLingui();
  const { product, levels, roles } = facts;
  const client = useQueryClient();
  const mayAdminister = useMay('administer');
  const refresh = () => client.invalidateQueries({ queryKey: ['catalogue'] });
  return (
    <Box maw={1180} px={{ base: 'md', sm: 'lg' }} py={{ base: 'md', sm: 'lg' }}>
      <PageHead
        back={{ href: '/catalogue', label: t`Catalogue` }}
        title={product.title}
        picture={<Image src={product.thumbnail.url} alt="" w={64} h={64} radius="md" />}
        marks={<ProductBadges product={product} />}
        acts={
          <LinkButton href={`/orders?product=${product.id}`}>
            <Trans>Its orders</Trans>
          </LinkButton>
        }
      >
        <Text c="dimmed">{product.shortDescription}</Text>
      </PageHead>
      <Stack gap="md" mt="md">
        <Calendar facts={facts} />
        {levels.map((level) => (
          <LevelSection key={level.level.id} level={level} />
        ))}
        <Section title={t`Product`}>
          <Facts>
            <Fact name={t`Number`}>{product.id}</Fact>
            <Fact name={t`Place`}>
              {product.city.name}, {product.city.country.name}
              <Text inherit c="dimmed">
                {product.location?.address ?? t`The starting point is arranged for each order.`}
              </Text>
            </Fact>
            <Fact name={t`Supplier`}>{product.supplier?.name ?? t`Not specified`}</Fact>
            <Fact name={t`Sold by`}>
              {product.organization.name}, <Plural value={roles} one="through # role" other="through # roles" />
            </Fact>
            {product.labels.length > 0 && <Fact name={t`Labels`}>{product.labels.join(', ')}</Fact>}
          </Facts>
        </Section>
        <TimesSection facts={facts} />
        <TagsSection target="products" id={product.id} of={product.title} tags={product.tags} onSaved={refresh} />
        <Section title={t`Tags of its city and categories`}>
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
  const { i18n } = useLingui();
  const { title, description, capacity, offerTimeStart, offerTimeEnd, isComplete } = level.level;
  return (
    <Section
      title={title}
      aside={
        <Group gap="xs">
          {!isComplete && (
            <Badge color="yellow">
              <Trans>Not complete</Trans>
            </Badge>
          )}
          <Text size="sm" c="dimmed">
            <Trans>
              Offered <Day day={offerTimeStart} /> to <Day day={offerTimeEnd} />
            </Trans>
          </Text>
        </Group>
      }
    >
      <Text size="sm">{description}</Text>
      <Text size="sm" c="dimmed" mb="md">
        {soldAs(i18n, level)} · <Plural value={capacity} one="# place each" other="# places each" />
      </Text>
      <Rates rates={level.rates} />
    </Section>
  );
}
