import { useLingui } from '@lingui/react/macro';
import { Group, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { errorOf, SaveForm } from '#components/save-form.tsx';
import { WholeNumberInput } from '#components/whole-number-input.tsx';
import { useWebhookTerms } from '../terms-query.ts';
import type { EndpointInput } from './endpoint-acts.ts';
import { type Owner, OwnerField } from './owner-field.tsx';

/** The values of the form; an empty number is null. */
export type EndpointDraft = {
  organizationId: number;
  url: string;
  description: string;
  owner: Owner | null;
  concurrency: number | null;
  ratePerSecond: number | null;
};

type EndpointFormProps = {
  draft: EndpointDraft;
  /** The organizations to choose from; the field is hidden if there is only one. */
  organizations: { id: number; name: string }[];
  action: string;
  /** @throws {Problem} if the server rejects the input */
  save: (organizationId: number, input: EndpointInput) => Promise<unknown>;
  cancel: () => void;
};

/** The form of an endpoint's settings; field errors of the server are shown at their fields. */
export function EndpointForm({ draft, organizations, action, save, cancel }: EndpointFormProps) {
  const { t } = useLingui();
  const [values, setValues] = useState(draft);
  const terms = useWebhookTerms();
  const change = (part: Partial<EndpointDraft>) => setValues((former) => ({ ...former, ...part }));

  return (
    <SaveForm
      action={action}
      fields={FIELDS}
      values={values}
      save={() => save(values.organizationId, inputOf(values))}
      cancel={cancel}
    >
      {(fieldErrors) => (
        <>
          {organizations.length > 1 && (
            <NativeSelect
              label={t`Organization`}
              value={String(values.organizationId)}
              data={organizations.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={({ currentTarget }) => change({ organizationId: Number(currentTarget.value), owner: null })}
              error={errorOf(t`The organization`, fieldErrors.organizationId)}
            />
          )}
          <TextInput
            type="url"
            label={t`Address`}
            description={
              terms?.httpsOnly
                ? t`The public HTTPS URL that events are posted to.`
                : t`The public URL that events are posted to.`
            }
            placeholder="https://partner.example/webhooks"
            value={values.url}
            onChange={({ currentTarget }) => change({ url: currentTarget.value })}
            error={errorOf(t`The address`, fieldErrors.url)}
            autoComplete="off"
            spellCheck={false}
            required
            withAsterisk={false}
            data-autofocus
          />
          <Textarea
            label={t`Description`}
            description={t`The purpose of the endpoint, for your colleagues.`}
            value={values.description}
            onChange={({ currentTarget }) => change({ description: currentTarget.value })}
            error={errorOf(t`The description`, fieldErrors.description)}
            autosize
            minRows={1}
            maxRows={4}
          />
          <OwnerField
            organizationId={values.organizationId}
            owner={values.owner}
            onChange={(owner) => change({ owner })}
            error={errorOf(t`This person`, fieldErrors.ownerId)}
          />
          <Group grow align="flex-start" gap="md">
            <WholeNumberInput
              label={t`Concurrent deliveries`}
              description={t`Maximum number of deliveries in progress.`}
              value={values.concurrency}
              onChange={(concurrency) => change({ concurrency })}
              error={errorOf(t`The number`, fieldErrors.concurrency)}
            />
            <WholeNumberInput
              label={t`Deliveries per second`}
              description={t`Maximum rate; leave empty for no limit.`}
              value={values.ratePerSecond}
              onChange={(ratePerSecond) => change({ ratePerSecond })}
              error={errorOf(t`The number`, fieldErrors.ratePerSecond)}
            />
          </Group>
        </>
      )}
    </SaveForm>
  );
}

/** The members of the input that have a field here. */
const FIELDS = ['organizationId', 'url', 'description', 'ownerId', 'concurrency', 'ratePerSecond'];

/** Omits required values that are empty, so that the server keeps its current ones. */
function inputOf({ url, description, owner, concurrency, ratePerSecond }: EndpointDraft): EndpointInput {
  return {
    ...(url.trim() ? { url: url.trim() } : {}),
    description: description.trim(),
    ownerId: owner?.id ?? null,
    ...(concurrency === null ? {} : { concurrency }),
    ratePerSecond,
  };
}
