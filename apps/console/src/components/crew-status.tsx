import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What the assigned driver or guide knows and says of a job. */
export type CrewStatus = {
  seen: 'notSent' | 'unseen' | 'changed' | 'seen';
  state: 'assigned' | 'accepted' | 'declined' | 'onTheWay' | 'arrived' | 'noShow' | 'done';
  reason: string;
};

const STATES: Record<CrewStatus['state'], MessageDescriptor> = {
  assigned: msg`Seen`,
  accepted: msg`Accepted`,
  declined: msg`Declined`,
  onTheWay: msg`On the way`,
  arrived: msg`Arrived`,
  noShow: msg`No-show`,
  done: msg`Done`,
};

const SEEN: Record<Exclude<CrewStatus['seen'], 'seen'>, MessageDescriptor> = {
  notSent: msg`Not sent`,
  unseen: msg`Not seen`,
  changed: msg`Change not seen`,
};

/** What staff have to look after: a declined job first, then one that its person does not know. */
export type CrewConcern = 'declined' | 'unseen';

export function concernOf({ state, seen }: CrewStatus): CrewConcern | undefined {
  if (state === 'declined') return 'declined';
  return seen === 'unseen' || seen === 'changed' ? 'unseen' : undefined;
}

/** The status in a few words, such as `Accepted · Change not seen`. */
export function crewText(i18n: I18n, { seen, state, reason }: CrewStatus): string {
  const said = state === 'assigned' && seen !== 'seen' ? [] : [i18n._(STATES[state])];
  const known = seen === 'seen' || state === 'declined' ? [] : [i18n._(SEEN[seen])];
  return [...said, ...known].join(' · ') + (reason ? `: ${reason}` : '');
}

/** The colour of what a person has not seen. */
export const UNSEEN_COLOR = 'var(--mantine-color-orange-light-color)';

/** The colour of the text of a status. */
export const crewColor = (status: CrewStatus): string => {
  const concern = concernOf(status);
  if (concern) return concern === 'declined' ? 'var(--mantine-color-error)' : UNSEEN_COLOR;
  return status.seen === 'notSent' ? 'dimmed' : 'var(--mantine-color-teal-light-color)';
};
