import { useLingui } from '@lingui/react/macro';
import { Group, NumberInput, Stack, TextInput, Title } from '@mantine/core';
import { ANYBODY, categoriesOf, isPerItem, NOBODY, type OrderDraft, type PersonDraft } from './order-draft.ts';

type PassengerFieldsProps = {
  draft: OrderDraft;
  change: (part: Partial<OrderDraft>) => void;
  errorOf: (path: string, subject: string) => string | undefined;
};

/** How many passengers of each category travel, and who they are. */
export function PassengerFields({ draft, change, errorOf }: PassengerFieldsProps) {
  const { t } = useLingui();
  const { sold, counts, items, people } = draft;
  if (!sold) return null;
  const perItem = isPerItem(sold.level);
  const groups = perItem ? [{ id: ANYBODY, title: t`Passengers` }] : sold.level.priceCategories;
  const categories = categoriesOf(draft);
  const setPerson = (index: number, part: Partial<PersonDraft>) =>
    change({ people: categories.map((_, at) => ({ ...(people[at] ?? NOBODY), ...(at === index ? part : {}) })) });

  return (
    <Stack gap="sm">
      <Group grow align="flex-start" gap="sm">
        {perItem && (
          <NumberInput
            label={t`Items`}
            min={1}
            max={500}
            allowDecimal={false}
            value={items}
            onChange={(value) => change({ items: Number(value) || 1 })}
            error={errorOf('details.quantity', t`The number`)}
          />
        )}
        {groups.map(({ id, title }) => (
          <NumberInput
            key={id}
            label={title}
            min={0}
            max={100}
            allowDecimal={false}
            value={counts[id] ?? 0}
            onChange={(value) => change({ counts: { ...counts, [id]: Number(value) || 0 } })}
          />
        ))}
      </Group>
      {errorOf('passengers', t`The passengers`) && (
        <span role="alert" style={{ color: 'var(--mantine-color-error)', fontSize: 13 }}>
          {errorOf('passengers', t`The passengers`)}
        </span>
      )}
      {categories.map((id, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: passengers have no other identity while they are typed
        <fieldset key={index} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
          <Title order={3} fz="sm" component="legend">
            {index === 0 ? t`Leader` : t`Passenger ${index + 1}`}
            {!perItem && ` · ${groups.find((group) => group.id === id)?.title ?? ''}`}
          </Title>
          <Group grow align="flex-start" gap="sm" mt={4}>
            <TextInput
              label={t`First name`}
              withAsterisk={index === 0}
              value={people[index]?.firstName ?? ''}
              onChange={({ currentTarget }) => setPerson(index, { firstName: currentTarget.value })}
              error={index === 0 ? errorOf('leader.firstName', t`The name`) : undefined}
              autoComplete="off"
            />
            <TextInput
              label={t`Last name`}
              value={people[index]?.lastName ?? ''}
              onChange={({ currentTarget }) => setPerson(index, { lastName: currentTarget.value })}
              autoComplete="off"
            />
          </Group>
          {index === 0 && (
            <Group grow align="flex-start" gap="sm" mt={4}>
              <TextInput
                type="email"
                label={t`E-mail`}
                value={people[0]?.email ?? ''}
                onChange={({ currentTarget }) => setPerson(0, { email: currentTarget.value })}
                error={errorOf('leader.email', t`The address`)}
                autoComplete="off"
              />
              <TextInput
                type="tel"
                label={t`Phone`}
                value={people[0]?.phoneNumber ?? ''}
                onChange={({ currentTarget }) => setPerson(0, { phoneNumber: currentTarget.value })}
                autoComplete="off"
              />
            </Group>
          )}
        </fieldset>
      ))}
    </Stack>
  );
}
