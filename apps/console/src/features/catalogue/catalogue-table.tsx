import { Badge, Group, Image, Table, Text } from '@mantine/core';
import Link from 'next/link';
import { Amount } from '#components/amount.tsx';
import classes from '#components/list/list-table.module.css';
import { ScrollBox } from '#components/list/scroll-box.tsx';
import { Tags } from '#components/tags.tsx';
import type { CatalogueRow } from './catalogue-query.ts';

/** Products as a table; each row links to its product. */
export function CatalogueTable({ rows, isStale }: { rows: CatalogueRow[]; isStale: boolean }) {
  return (
    <ScrollBox label="Products, by title">
      <Table
        highlightOnHover
        verticalSpacing={8}
        className={`${classes.table} ${classes.wide}`}
        data-stale={isStale}
        aria-busy={isStale}
      >
        <Table.Caption className={classes.caption}>Products, by title</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Product</Table.Th>
            <Table.Th scope="col">City</Table.Th>
            <Table.Th scope="col">Supplier</Table.Th>
            <Table.Th scope="col">Categories</Table.Th>
            <Table.Th scope="col">Tags</Table.Th>
            <Table.Th scope="col" ta="end">
              Starting from
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
                    <Link href={`/catalogue/${product.id}`} prefetch={false} className={classes.rowLink}>
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
      {product.isPublished === false && <Badge color="gray">Not offered</Badge>}
      {product.backOffice && <Badge color="indigo">Back office only</Badge>}
    </>
  );
}
