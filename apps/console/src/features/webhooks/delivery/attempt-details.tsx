'use client';

import { Badge, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { JsonView } from '#components/json-view.tsx';
import { isTaken, outcomeOf } from '../endpoint-health.ts';
import { Moment } from '../moment.tsx';
import classes from './attempt.module.css';
import { headerLines } from './curl-command.ts';
import type { Attempt } from './delivery-query.ts';

/** One try: closed, what came of it; opened, every byte that was kept of it. */
export function AttemptDetails({ attempt, isOpenAtFirst }: { attempt: Attempt; isOpenAtFirst: boolean }) {
  // What is closed is not made: bodies are long.
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
        <Badge color={isTaken(attempt) ? 'teal' : 'red'}>{responseStatus ?? 'No answer'}</Badge>
        <span className={classes.outcome}>{error === null ? outcomeOf(attempt) : error}</span>
        <span className="tabular">{durationMs.toLocaleString('en')} ms</span>
        <Moment instant={startedAt} />
      </summary>
      {isOpen && (
        <div className={classes.exchange}>
          <Request attempt={attempt} />
          <Answer attempt={attempt} />
        </div>
      )}
    </details>
  );
}

function Request({ attempt: { number, url, requestHeaders, requestBody } }: { attempt: Attempt }) {
  return (
    <Stack component="section" gap="sm" aria-label={`Request of try ${number}`}>
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
        <JsonView text={requestBody} name={`Body of the request of try ${number}`} />
      )}
    </Stack>
  );
}

function Answer({ attempt }: { attempt: Attempt }) {
  const { number, responseStatus, responseHeaders, responseBody, error, durationMs } = attempt;
  return (
    <Stack component="section" gap="sm" aria-label={`Answer of try ${number}`}>
      <Title order={3} size="sm">
        Answer
      </Title>
      <Text size="sm">
        {responseStatus === null ? 'No answer' : `Status ${responseStatus}`}, after {durationMs.toLocaleString('en')}{' '}
        ms.
        {error !== null && ` ${error}`}
      </Text>
      {responseHeaders !== null && <Headers caption="Answer headers" headers={responseHeaders} />}
      {responseBody ? (
        <JsonView text={responseBody} name={`Body of the answer of try ${number}`} />
      ) : (
        responseStatus !== null && (
          <Text size="sm" c="dimmed">
            {responseBody === null ? 'No body was kept: none came, or it was erased.' : 'The body is empty.'}
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
          // biome-ignore lint/suspicious/noArrayIndexKey: a header may come twice, and the list never changes
          <tr key={index}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
