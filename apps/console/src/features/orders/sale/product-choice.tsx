import { useLingui } from '@lingui/react/macro';
import { NativeSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { type Seller, type Sold, sellableProductsQuery, soldOf } from './sale-query.ts';

type ProductChoiceProps = { seller: Seller; sold: Sold | null; change: (sold: Sold) => void };

/** Chooses a product and one of its service levels. */
export function ProductChoice({ seller, sold, change }: ProductChoiceProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [isEntered, setEntered] = useState(false);
  // The text of the chosen product is no search for it alone.
  const wanted = typed === sold?.product.title ? '' : typed;
  const [search] = useDebouncedValue(wanted, 200);
  const query = useQuery(sellableProductsQuery(seller, search));
  const { data: found = [], isPlaceholderData } = query;
  const sellable = found.flatMap((each) => soldOf(each) ?? []);
  // Of what is searched, the chosen product is offered only if it matches.
  const isMissing = sold !== null && search === '' && !sellable.some(({ product }) => product.id === sold.product.id);
  const offered = isMissing ? [sold, ...sellable] : sellable;

  function choose(id: string | null) {
    const chosen = offered.find(({ product }) => String(product.id) === id);
    if (chosen) change(chosen);
  }

  // Enter that chose no marked option chooses the first one that is found, also before it is; it does not send the form.
  function enter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.defaultPrevented || typed === (sold?.product.title ?? '')) return;
    event.preventDefault();
    setEntered(wanted !== '');
  }
  const isFound = wanted === search && !isPlaceholderData && !query.isFetching;
  const chooseFirst = useEffectEvent(() => {
    setEntered(false);
    const [first] = offered;
    if (!first) return;
    setOpen(false);
    change(first);
  });
  useEffect(() => {
    if (isEntered && isFound) chooseFirst();
  }, [isEntered, isFound]);

  return (
    <>
      <Select
        label={t`Product`}
        placeholder={t`Search by title`}
        searchable
        allowDeselect={false}
        withAsterisk
        searchValue={typed}
        onSearchChange={(text) => {
          setTyped(text);
          setEntered(false);
        }}
        wrapperProps={{ onKeyDown: enter }}
        dropdownOpened={isOpen}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
        // The server searches, also in translated titles.
        filter={({ options }) => options}
        value={sold ? String(sold.product.id) : null}
        data={offered.map(({ product }) => ({ value: String(product.id), label: product.title }))}
        onChange={choose}
        nothingFoundMessage={query.isFetching ? t`Searching…` : t`No product that can be sold has this title.`}
        description={sold?.product.city.name}
      />
      {sold && sold.levels.length > 1 && (
        <NativeSelect
          label={t`Service level`}
          value={String(sold.level.id)}
          data={sold.levels.map(({ id, title }) => ({ value: String(id), label: title }))}
          onChange={({ currentTarget: { value } }) => {
            const level = sold.levels.find(({ id }) => String(id) === value);
            if (level) change({ ...sold, level });
          }}
        />
      )}
    </>
  );
}
