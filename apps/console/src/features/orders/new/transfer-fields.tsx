import { useLingui } from '@lingui/react/macro';
import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocale } from '#components/regional.tsx';
import { formatDay } from '#lib/format.ts';
import { pickupPlacesQuery } from '../sale/sale-query.ts';
import { type OrderDraft, type TransferDraft, transferDay } from './order-draft.ts';

type TransferFieldsProps = { draft: OrderDraft; change: (part: Partial<OrderDraft>) => void };

/** Where and when guests are picked up and brought back, as far as the service level offers it. */
export function TransferFields({ draft, change }: TransferFieldsProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const level = draft.sold?.level;
  const { data: places = [] } = useQuery({
    ...pickupPlacesQuery(draft.role, level?.id ?? 0),
    enabled: Boolean(level?.hasPickup || level?.hasDropOff),
  });
  if (!level?.hasPickup && !level?.hasDropOff) return null;
  const options = [{ value: '', label: t`To be decided` }].concat(
    places.map(({ id, address }) => ({ value: String(id), label: address })),
  );
  const { departure } = draft;
  /** The day of a transfer that is not on the day of the departure. */
  const otherDay = (side: 'pickup' | 'dropoff') => {
    const day = departure && transferDay(side, draft[side].time, departure);
    return day && day !== departure?.date ? t`On ${{ day: formatDay(locale, day, 'long') }}` : undefined;
  };
  const way = (side: 'pickup' | 'dropoff', place: string, time: string) => {
    const value = draft[side];
    const set = (next: TransferDraft) => change({ [side]: next });
    return (
      <Group grow align="flex-start" gap="sm">
        <NativeSelect
          label={place}
          value={value.pointId}
          data={options}
          onChange={({ currentTarget }) => set({ ...value, pointId: currentTarget.value })}
        />
        <TextInput
          type="time"
          label={time}
          description={otherDay(side)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={value.time}
          onChange={({ currentTarget }) => set({ ...value, time: currentTarget.value })}
        />
      </Group>
    );
  };
  return (
    <>
      {level.hasPickup && way('pickup', t`Pickup place`, t`Pickup time`)}
      {level.hasDropOff && way('dropoff', t`Drop-off place`, t`Drop-off time`)}
    </>
  );
}
