import { Trans as Message } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { Instant } from '#components/moments.tsx';
import { Nothing } from '#components/nothing.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { TextLink } from '#components/text-link.tsx';
import classes from './audit.module.css';
import { ACTIONS, OWN_ACTIONS, thingOf } from './audit-labels.ts';
import type { AuditLine } from './audit-query.ts';
import { lineChanges, type MemberChange } from './line-changes.ts';

/** The actor, linked to the person's page. */
export function Actor({ line: { actor } }: { line: AuditLine }) {
  const { t } = useLingui();
  if (!actor) return <Nothing meaning={t`No signed-in user`} />;
  return <TextLink href={`/people/${actor.id}`}>{actor.name}</TextLink>;
}

/** Whether the resource of the entry is the actor, so that naming it again is redundant. */
const isAboutActor = ({ entity, entityId, actor }: AuditLine) => entity === 'user' && entityId === actor?.id;

/** The action and its resource, linked to the resource's page. */
export function Act({ line }: { line: AuditLine }) {
  const { t, i18n } = useLingui();
  const { action, entity, entityId } = line;
  const { label, href } = thingOf(i18n, entity, entityId);
  const thing = href ? <TextLink href={href}>{label}</TextLink> : label;
  const done = ACTIONS[action];
  if (done) return <Message {...done} values={{ thing }} />;
  const ownAct = OWN_ACTIONS[action];
  return (
    <>
      {ownAct ? t(ownAct) : <code>{action}</code>}
      {!(ownAct && isAboutActor(line)) && <> ({thing})</>}
    </>
  );
}

const FEW = 4;

/** The changed values, before and after. */
export function Changes({ line: { before, after } }: { line: AuditLine }) {
  const changes = lineChanges(before, after);
  if (changes.length === 0) return null;
  const rest = changes.slice(FEW);
  const more = rest.length;
  return (
    <>
      <List changes={changes.slice(0, FEW)} />
      {more > 0 && (
        <details className={classes.more}>
          <summary>
            <Plural value={more} one="# more" other="# more" />
          </summary>
          <List changes={rest} />
        </details>
      )}
    </>
  );
}

/** A recorded instant: `2026-11-24T10:30:00.000Z`. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** A value as it was recorded; an instant in the organization's time zone, like the time of the entry. */
function Value({ text }: { text: string }) {
  const timeZone = useOrganizationTimeZone();
  return INSTANT.test(text) ? <Instant instant={text} timeZone={timeZone} /> : text;
}

/** Names and values as they were recorded, in no language: a translating browser leaves them as they are. */
const List = ({ changes }: { changes: MemberChange[] }) => (
  <dl className={classes.changes} translate="no">
    {changes.map(({ member, before, after }) => (
      <div key={member} className={classes.change}>
        <dt>{member}:</dt>
        <dd>
          {before !== null && (
            <del>
              <Value text={before} />
            </del>
          )}
          {before !== null && <span aria-hidden> → </span>}
          {after === null ? (
            <Text span inherit c="dimmed" translate="yes">
              <Trans>nothing</Trans>
            </Text>
          ) : (
            <ins>
              <Value text={after} />
            </ins>
          )}
        </dd>
      </div>
    ))}
  </dl>
);
