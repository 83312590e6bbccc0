import { Alert, Button, Group, NativeSelect, NumberInput, Stack, Textarea, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { fieldErrorsOf, isProblem } from '#lib/problem.ts';
import { problemText } from '#lib/problem-text.ts';
import { useWebhookTerms } from '../terms-query.ts';
import type { EndpointInput } from './endpoint-acts.ts';
import { type Owner, OwnerField } from './owner-field.tsx';

/** What the form holds; a number that is left empty is null. */
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
  /** Where there is a choice of organizations. */
  organizations: { id: number; name: string }[];
  action: string;
  /** @throws what the server refuses */
  save: (organizationId: number, input: EndpointInput) => Promise<unknown>;
  cancel: () => void;
};

/** Says what an endpoint is; what the server refuses is said at its field. */
export function EndpointForm({ draft, organizations, action, save, cancel }: EndpointFormProps) {
  const [values, setValues] = useState(draft);
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const terms = useWebhookTerms();
  const change = (part: Partial<EndpointDraft>) => setValues((former) => ({ ...former, ...part }));
  const fieldErrors = fieldErrorsOf(error);
  const said = Object.keys(fieldErrors).some((field) => FIELDS.includes(field));

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await save(values.organizationId, inputOf(values));
    } catch (problem) {
      setError(problem);
    }
    setBusy(false);
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {error !== undefined && !(isProblem(error, 'invalid') && said) && (
          <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />}>
            {problemText(error)}
          </Alert>
        )}
        {organizations.length > 1 && (
          <NativeSelect
            label="Organization"
            value={String(values.organizationId)}
            data={organizations.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={({ currentTarget }) => change({ organizationId: Number(currentTarget.value), owner: null })}
            error={sentence('The organization', fieldErrors.organizationId)}
          />
        )}
        <TextInput
          type="url"
          label="Address"
          description={`Where events are posted to: a public address${terms?.httpsOnly ? ', by https' : ''}.`}
          placeholder="https://partner.example/webhooks"
          value={values.url}
          onChange={({ currentTarget }) => change({ url: currentTarget.value })}
          error={sentence('The address', fieldErrors.url)}
          autoComplete="off"
          spellCheck={false}
          required
          withAsterisk={false}
          data-autofocus
        />
        <Textarea
          label="Description"
          description="What it is for, so that others know."
          value={values.description}
          onChange={({ currentTarget }) => change({ description: currentTarget.value })}
          error={sentence('The description', fieldErrors.description)}
          autosize
          minRows={1}
          maxRows={4}
        />
        <OwnerField
          organizationId={values.organizationId}
          owner={values.owner}
          onChange={(owner) => change({ owner })}
          error={sentence('This person', fieldErrors.ownerId)}
        />
        <Group grow align="flex-start" gap="md">
          <NumberInput
            label="At a time"
            description="Most deliveries under way at once."
            value={values.concurrency ?? ''}
            onChange={(value) => change({ concurrency: typeof value === 'number' ? value : null })}
            error={sentence('It', fieldErrors.concurrency)}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="none"
          />
          <NumberInput
            label="A second"
            description="Most deliveries a second; empty: no limit."
            value={values.ratePerSecond ?? ''}
            onChange={(value) => change({ ratePerSecond: typeof value === 'number' ? value : null })}
            error={sentence('It', fieldErrors.ratePerSecond)}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="none"
          />
        </Group>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The members of the input that have a field here. */
const FIELDS = ['organizationId', 'url', 'description', 'ownerId', 'concurrency', 'ratePerSecond'];

/** What the server says of a member begins in the middle of a sentence. */
const sentence = (subject: string, fieldError: string | undefined) =>
  fieldError ? `${subject} ${fieldError}` : undefined;

/** What is left empty where something must stand is the server's to keep. */
function inputOf({ url, description, owner, concurrency, ratePerSecond }: EndpointDraft): EndpointInput {
  return {
    ...(url.trim() ? { url: url.trim() } : {}),
    description: description.trim(),
    ownerId: owner?.id ?? null,
    ...(concurrency === null ? {} : { concurrency }),
    ratePerSecond,
  };
}
