'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { JsonView } from '#components/json-view.tsx';
import { useLocale } from '#components/regional.tsx';
import { formatCount } from '#lib/format.ts';
import { isTaken, outcomeOf } from '../endpoint-health.ts';
import { Moment } from '../moment.tsx';
import { reasonText } from '../reason-text.ts';
import classes from './attempt.module.css';
import { headerLines } from './curl-command.ts';
import type { Attempt } from './delivery-query.ts';

/** One attempt: its outcome and, when opened, the stored request and response. */
export function AttemptDetails({ attempt, isOpenAtFirst }: { attempt: Attempt; isOpenAtFirst: boolean }) {
  const { t, i18n } = useLingui();
  // The content is rendered only when opened, because bodies are long.
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const { number, startedAt, durationMs, responseStatus, error } = attempt;
  const duration = formatCount(useLocale(), durationMs);
  return (
    <details
      className={classes.attempt}
      open={isOpenAtFirst}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={classes.summary}>
        <span className={classes.number}>
          <Trans>Try {number}</Trans>
        </span>
        <Badge color={isTaken(attempt) ? 'teal' : 'red'}>{responseStatus ?? t`No response`}</Badge>
        <span className={classes.outcome}>{error === null ? outcomeOf(i18n, attempt) : reasonText(i18n, error)}</span>
        <span className="tabular">
          <Trans>{duration} ms</Trans>
        </span>
        <Moment instant={startedAt} />
      </summary>
      {isOpen && (
        <div className={classes.exchange}>
          <Request attempt={attempt} />
          <Response attempt={attempt} />
        </div>
      )}
    </details>
  );
}

function Request({ attempt: { number, url, requestHeaders, requestBody } }: { attempt: Attempt }) {
  const { t } = useLingui();
  return (
    <Stack component="section" gap="sm" aria-label={t`Request of attempt ${number}`}>
      <Title order={3} size="sm">
        <Trans>Request</Trans>
      </Title>
      <Text size="sm" ff="monospace" fz={12.5} style={{ overflowWrap: 'anywhere' }}>
        {`POST ${url}`}
      </Text>
      <Headers caption={t`Request headers`} headers={requestHeaders} />
      {requestBody === null ? (
        <Text size="sm" c="dimmed">
          <Trans>The body was erased.</Trans>
        </Text>
      ) : (
        <JsonView text={requestBody} name={t`Body of the request of attempt ${number}`} />
      )}
    </Stack>
  );
}

function Response({ attempt }: { attempt: Attempt }) {
  const { t, i18n } = useLingui();
  const { number, responseStatus, responseHeaders, responseBody, error, durationMs } = attempt;
  const duration = formatCount(useLocale(), durationMs);
  return (
    <Stack component="section" gap="sm" aria-label={t`Response of attempt ${number}`}>
      <Title order={3} size="sm">
        <Trans>Response</Trans>
      </Title>
      <Text size="sm">
        {responseStatus === null
          ? t`No response, after ${duration} ms.`
          : t`Status ${responseStatus}, after ${duration} ms.`}
        {error !== null && ` ${reasonText(i18n, error)}`}
      </Text>
      {responseHeaders !== null && <Headers caption={t`Response headers`} headers={responseHeaders} />}
      {responseBody ? (
        <JsonView text={responseBody} name={t`Body of the response of attempt ${number}`} />
      ) : (
        responseStatus !== null && (
          <Text size="sm" c="dimmed">
            {responseBody === null ? t`No body is stored: none was received, or it was erased.` : t`The body is empty.`}
          </Text>
        )
      )}
    </Stack>
  );
}

function Headers({ caption, headers }: { caption: string; headers: unknown }) {
  return (
    <table className={classes.headers}>
      <caption>{caption}</caption>
      <tbody>
        {headerLines(headers).map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: header names can repeat, and the list never changes
          <tr key={index}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
