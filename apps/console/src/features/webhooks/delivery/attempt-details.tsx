'use client';

import { Badge, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { JsonView } from '#components/json-view.tsx';
import { isTaken, outcomeOf } from '../endpoint-health.ts';
import { Moment } from '../moment.tsx';
import classes from './attempt.module.css';
import { headerLines } from './curl-command.ts';
import type { Attempt } from './delivery-query.ts';

/** One attempt: its outcome and, when opened, the stored request and response. */
export function AttemptDetails({ attempt, isOpenAtFirst }: { attempt: Attempt; isOpenAtFirst: boolean }) {
  // The content is rendered only when opened, because bodies are long.
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const { number, startedAt, durationMs, responseStatus, error } = attempt;
  return (
    <details
      className={classes.attempt}
      open={isOpenAtFirst}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={classes.summary}>
        <span className={classes.number}>Try {number}</span>
        <Badge color={isTaken(attempt) ? 'teal' : 'red'}>{responseStatus ?? 'No response'}</Badge>
        <span className={classes.outcome}>{error === null ? outcomeOf(attempt) : error}</span>
        <span className="tabular">{durationMs.toLocaleString('en')} ms</span>
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
  return (
    <Stack component="section" gap="sm" aria-label={`Request of attempt ${number}`}>
      <Title order={3} size="sm">
        Request
      </Title>
      <Text size="sm" ff="monospace" fz={12.5} style={{ overflowWrap: 'anywhere' }}>
        POST {url}
      </Text>
      <Headers caption="Request headers" headers={requestHeaders} />
      {requestBody === null ? (
        <Text size="sm" c="dimmed">
          The body was erased.
        </Text>
      ) : (
        <JsonView text={requestBody} name={`Body of the request of attempt ${number}`} />
      )}
    </Stack>
  );
}

function Response({ attempt }: { attempt: Attempt }) {
  const { number, responseStatus, responseHeaders, responseBody, error, durationMs } = attempt;
  return (
    <Stack component="section" gap="sm" aria-label={`Response of attempt ${number}`}>
      <Title order={3} size="sm">
        Response
      </Title>
      <Text size="sm">
        {responseStatus === null ? 'No response' : `Status ${responseStatus}`}, after {durationMs.toLocaleString('en')}{' '}
        ms.
        {error !== null && ` ${error}`}
      </Text>
      {responseHeaders !== null && <Headers caption="Response headers" headers={responseHeaders} />}
      {responseBody ? (
        <JsonView text={responseBody} name={`Body of the response of attempt ${number}`} />
      ) : (
        responseStatus !== null && (
          <Text size="sm" c="dimmed">
            {responseBody === null ? 'No body is stored: none was received, or it was erased.' : 'The body is empty.'}
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
