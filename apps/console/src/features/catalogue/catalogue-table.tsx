import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Group, Image, Table, Text } from '@mantine/core';
import { Amount } from '#components/amount.tsx';
import { Link } from '#components/link.tsx';
import classes from '#components/list/list-table.module.css';
import { ScrollBox } from '#components/list/scroll-box.tsx';
import { Tags } from '#components/tags.tsx';
import type { CatalogueRow } from './catalogue-query.ts';

/** Products as a table; each row links to its product. */
export function CatalogueTable({ rows, isStale }: { rows: CatalogueRow[]; isStale: boolean }) {
  const { t } = useLingui();
  return (
    <ScrollBox label={t`Products, by title`}>
      <Table
        highlightOnHover
        verticalSpacing={8}
        className={`${classes.table} ${classes.wide}`}
        data-stale={isStale}
        aria-busy={isStale}
      >
        <Table.Caption className={classes.caption}>
          <Trans>Products, by title</Trans>
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">
              <Trans>Product</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>City</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>Supplier</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>Categories</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>Tags</Trans>
            </Table.Th>
            <Table.Th scope="col" ta="end">
              <Trans>Starting from</Trans>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ product }) => (
            <Table.Tr key={product.id} className={classes.row}>
              <Table.Td miw={260}>
                <Group gap={10} wrap="nowrap" align="flex-start">
                  <Image src={product.thumbnail.url} alt="" w={36} h={36} radius="sm" style={{ flexShrink: 0 }} />
                  <div>
                    <Link href={`/catalogue/${product.id}`} className={classes.rowLink} data-row>
                      {product.title}
                    </Link>
                    <Group gap={6} mt={2}>
                      <ProductBadges product={product} />
                      {product.labels.length > 0 && (
                        <Text size="xs" c="dimmed">
                          {product.labels.join(', ')}
                        </Text>
                      )}
                    </Group>
                  </div>
                </Group>
              </Table.Td>
              <Table.Td>{product.city.name}</Table.Td>
              <Table.Td>{product.supplier?.name}</Table.Td>
              <Table.Td>{product.categories.map(({ title }) => title).join(', ')}</Table.Td>
              <Table.Td>
                <Tags tags={product.tags} of={product.title} />
              </Table.Td>
              <Table.Td ta="end">
                <Amount money={product.price.startingFrom} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}

/** Badges for products that are not offered or only sold by the back office. */
export function ProductBadges({ product }: { product: { isPublished: boolean | null; backOffice: boolean } }) {
  return (
    <>
      {product.isPublished === false && (
        <Badge color="gray">
          <Trans>Not offered</Trans>
        </Badge>
      )}
      {product.backOffice && (
        <Badge color="indigo">
          <Trans>Back office only</Trans>
        </Badge>
      )}
    </>
  );
}
