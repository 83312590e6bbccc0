import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
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
  const { t, i18n } = useLingui();
  const words = typed.trim();
  const rights = useRights();
  // The commands at the time when the palette opened; the page behind it does not change while it is open.
  const [offered] = useState(currentCommands);
  const query = useQuery(paletteQuery(words));
  const { data, error, isPlaceholderData } = query;
  const isRequested = words.length > 1 || /^\d$/.test(words);
  const found = isRequested ? data : undefined;

  const pages = pagesFor(rights).map(
    ({ path, label, icon: PageIcon }): PaletteEntry => ({
      id: path,
      label: t(label),
      icon: <PageIcon {...icon} />,
      href: path,
    }),
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
    { label: t`Orders`, entries: ordersIn(i18n, found) },
    { label: t`Pages`, entries: matching(pages) },
    // Only for viewers who may see the page of people.
    { label: t`People`, entries: pages.some(({ id }) => id === '/people') ? peopleIn(found) : [] },
    { label: t`Cities`, entries: citiesIn(i18n, found) },
    { label: t`Products`, entries: productsIn(i18n, found) },
    { label: t`Suppliers`, entries: suppliersIn(i18n, found) },
    { label: t`Actions`, entries: matching(commands) },
  ];
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    isFetching: isRequested && query.isFetching,
    /** Whether the entries are those of the present text. */
    isReady: !isRequested || error !== null || (data !== undefined && !isPlaceholderData),
    error: isRequested ? error : null,
  };
}

const ordersIn = (i18n: I18n, found: Found | undefined): PaletteEntry[] =>
  (found?.orders ?? []).map(({ id, status, referenceCode, bookedDetails, passengers: [leader] }) => ({
    id: `order ${id}`,
    label: [i18n._(msg`Order ${id}`), leader && fullName(i18n, leader)].filter(Boolean).join(' · '),
    hint: [i18n._(STATUS_LOOKS[status].label), referenceCode, bookedDetails?.product.title].filter(Boolean).join(' · '),
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

const citiesIn = (i18n: I18n, found: Found | undefined): PaletteEntry[] =>
  (found?.cities ?? []).map(({ id, name }) => ({
    id: `city ${id}`,
    label: name,
    hint: i18n._(msg`Orders in this city`),
    icon: <IconMapPin {...icon} />,
    href: `/orders?city=${id}`,
  }));

const suppliersIn = (i18n: I18n, found: Found | undefined): PaletteEntry[] =>
  (found?.suppliers ?? []).map(({ id, name }) => ({
    id: `supplier ${id}`,
    label: name,
    hint: i18n._(msg`Orders of this supplier`),
    icon: <IconBuildingStore {...icon} />,
    href: `/orders?supplier=${id}`,
  }));

const productsIn = (i18n: I18n, found: Found | undefined): PaletteEntry[] =>
  (found?.products ?? []).map(({ id, title }) => ({
    id: `product ${id}`,
    label: title,
    hint: i18n._(msg`Catalogue`),
    icon: <IconTicket {...icon} />,
    href: `/catalogue/${id}`,
  }));
