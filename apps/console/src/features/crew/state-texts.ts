import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CrewJob, CrewState } from './crew-operations.ts';

export const TASK_TEXTS: Record<CrewJob['task'], MessageDescriptor> = {
  pickup: msg`Pickup`,
  dropoff: msg`Drop-off`,
  guide: msg`Guide`,
};

export const STATE_TEXTS: Record<CrewState, MessageDescriptor> = {
  assigned: msg`Not answered`,
  accepted: msg`Accepted`,
  declined: msg`Declined`,
  onTheWay: msg`On the way`,
  arrived: msg`Arrived`,
  noShow: msg`No-show`,
  done: msg`Done`,
};

/** The labels of the buttons that set a state. */
export const STEP_TEXTS: Record<CrewState, MessageDescriptor> = {
  assigned: msg`Undo`,
  accepted: msg`Accept`,
  declined: msg`Decline`,
  onTheWay: msg`On the way`,
  arrived: msg`Arrived`,
  noShow: msg`No-show`,
  done: msg`Done`,
};

export const STATE_COLORS: Record<CrewState, string> = {
  assigned: 'gray',
  accepted: 'teal',
  declined: 'red',
  onTheWay: 'indigo',
  arrived: 'indigo',
  noShow: 'orange',
  done: 'teal',
};
