import { IconBolt, IconBuildingStore, IconMapPin, IconReceipt, IconTicket, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { currentCommands } from '#components/keyboard/commands.ts';
import { pagesFor } from '#components/pages.ts';
import { fullName } from '#components/passenger-names.tsx';
import { useRights } from '#components/rights.tsx';
import { STATUS_LOOKS } from '#lib/order-status.ts';
import { holdsWords, type PaletteEntry, type PaletteGroup } from './palette-entry.ts';
import { type Found, paletteQuery } from './palette-query.ts';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true };

/** The entries of the palette for a search text, by kind. */
export function usePaletteGroups(typed: string) {
  const words = typed.trim();
  const rights = useRights();
  // The commands at the time when the palette opened; the page behind it does not change while it is open.
  const [offered] = useState(currentCommands);
  const { data, error, isFetching } = useQuery(paletteQuery(words));
  const isRequested = words.length > 1 || /^\d$/.test(words);
  const found = isRequested ? data : undefined;

  const pages = pagesFor(rights).map(
    ({ path, label, icon: PageIcon }): PaletteEntry => ({ id: path, label, icon: <PageIcon {...icon} />, href: path }),
  );
  const commands = offered.flatMap(({ group, commands: ofGroup }) =>
    ofGroup
      .filter(({ inPalette }) => inPalette !== false)
      .map(
        ({ does, keys, run }): PaletteEntry => ({
          id: `${group}: ${does}`,
          label: does,
          icon: <IconBolt {...icon} />,
          keys,
          run,
        }),
      ),
  );
  const matching = (entries: PaletteEntry[]) => entries.filter(({ label }) => holdsWords(label, words));
  const groups: PaletteGroup[] = [
    { label: 'Orders', entries: ordersIn(found) },
    { label: 'Pages', entries: matching(pages) },
    // Only for viewers who may see the page of people.
    { label: 'People', entries: pages.some(({ id }) => id === '/people') ? peopleIn(found) : [] },
    { label: 'Cities', entries: citiesIn(found) },
    { label: 'Products', entries: productsIn(found) },
    { label: 'Suppliers', entries: suppliersIn(found) },
    { label: 'Actions', entries: matching(commands) },
  ];
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    isFetching: isRequested && isFetching,
    error: isRequested ? error : null,
  };
}

const ordersIn = (found: Found | undefined): PaletteEntry[] =>
  (found?.orders ?? []).map(({ id, status, referenceCode, bookedDetails, passengers: [leader] }) => ({
    id: `order ${id}`,
    label: `Order ${id}${leader ? ` · ${fullName(leader)}` : ''}`,
    hint: [STATUS_LOOKS[status].label, referenceCode, bookedDetails?.product.title].filter(Boolean).join(' · '),
    icon: <IconReceipt {...icon} />,
    href: `/orders/${id}`,
  }));

const peopleIn = (found: Found | undefined): PaletteEntry[] =>
  (found?.people ?? []).map(({ id, name }) => ({
    id: `person ${id}`,
    label: name,
    icon: <IconUser {...icon} />,
    href: `/people/${id}`,
  }));

const citiesIn = (found: Found | undefined): PaletteEntry[] =>
  (found?.cities ?? []).map(({ id, name }) => ({
    id: `city ${id}`,
    label: name,
    hint: 'Orders in this city',
    icon: <IconMapPin {...icon} />,
    href: `/orders?city=${id}`,
  }));

const suppliersIn = (found: Found | undefined): PaletteEntry[] =>
  (found?.suppliers ?? []).map(({ id, name }) => ({
    id: `supplier ${id}`,
    label: name,
    hint: 'Orders of this supplier',
    icon: <IconBuildingStore {...icon} />,
    href: `/orders?supplier=${id}`,
  }));

const productsIn = (found: Found | undefined): PaletteEntry[] =>
  (found?.products ?? []).map(({ id, title }) => ({
    id: `product ${id}`,
    label: title,
    hint: 'Catalogue',
    icon: <IconTicket {...icon} />,
    href: `/catalogue/${id}`,
  }));
