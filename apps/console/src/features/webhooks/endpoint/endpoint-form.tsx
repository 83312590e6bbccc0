import { Alert, Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { WholeNumberInput } from '#components/whole-number-input.tsx';
import { fieldErrorsOf, isProblem } from '#lib/problem.ts';
import { problemText } from '#lib/problem-text.ts';
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
          description={`The public ${terms?.httpsOnly ? 'HTTPS ' : ''}URL that events are posted to.`}
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
          description="The purpose of the endpoint, for your colleagues."
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
          <WholeNumberInput
            label="Concurrent deliveries"
            description="Maximum number of deliveries in progress."
            value={values.concurrency}
            onChange={(concurrency) => change({ concurrency })}
            error={sentence('The number', fieldErrors.concurrency)}
          />
          <WholeNumberInput
            label="Deliveries per second"
            description="Maximum rate; leave empty for no limit."
            value={values.ratePerSecond}
            onChange={(ratePerSecond) => change({ ratePerSecond })}
            error={sentence('The number', fieldErrors.ratePerSecond)}
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

/** Prepends the subject to a server message, which starts with its verb. */
const sentence = (subject: string, fieldError: string | undefined) =>
  fieldError ? `${subject} ${fieldError}` : undefined;

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
