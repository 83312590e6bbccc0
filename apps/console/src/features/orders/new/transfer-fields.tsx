import { useLingui } from '@lingui/react/macro';
import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { pickupPlacesQuery } from '../sale/sale-query.ts';
import type { OrderDraft, TransferDraft } from './order-draft.ts';

type TransferFieldsProps = { draft: OrderDraft; change: (part: Partial<OrderDraft>) => void };

/** Where and when guests are picked up and brought back, as far as the service level offers it. */
export function TransferFields({ draft, change }: TransferFieldsProps) {
  const { t } = useLingui();
  const level = draft.sold?.level;
  const { data: places = [] } = useQuery({
    ...pickupPlacesQuery(draft.role, level?.id ?? 0),
    enabled: Boolean(level?.hasPickup || level?.hasDropOff),
  });
  if (!level?.hasPickup && !level?.hasDropOff) return null;
  const options = [{ value: '', label: t`To be decided` }].concat(
    places.map(({ id, address }) => ({ value: String(id), label: address })),
  );
  const way = (value: TransferDraft, set: (next: TransferDraft) => void, place: string, time: string) => (
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
        value={value.time}
        onChange={({ currentTarget }) => set({ ...value, time: currentTarget.value })}
      />
    </Group>
  );
  return (
    <>
      {level.hasPickup && way(draft.pickup, (pickup) => change({ pickup }), t`Pickup place`, t`Pickup time`)}
      {level.hasDropOff && way(draft.dropoff, (dropoff) => change({ dropoff }), t`Drop-off place`, t`Drop-off time`)}
    </>
  );
}
