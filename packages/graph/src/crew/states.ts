import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';

export type CrewState = Prisma.CrewJobGetPayload<object>['state'];

export const CrewStateEnum = builder.enumType('CrewState', {
  description: 'What a member of the crew says about a job.',
  values: {
    assigned: { description: 'Nothing yet.' },
    accepted: { description: 'The person will do it.' },
    declined: { description: 'The person will not do it, for a reason.' },
    onTheWay: { description: 'The person is on the way to the guests.' },
    arrived: { description: 'The person waits for the guests.' },
    noShow: { description: 'The guests did not come.' },
    done: { description: 'The job is done.' },
  } satisfies Record<CrewState, object>,
});

/** The states that may follow each state. The way back is open, because a button is easily pressed by mistake. */
const NEXT: Record<CrewState, readonly CrewState[]> = {
  assigned: ['accepted', 'declined'],
  accepted: ['onTheWay', 'arrived', 'declined', 'assigned'],
  declined: ['accepted', 'assigned'],
  onTheWay: ['arrived', 'declined', 'accepted'],
  arrived: ['done', 'noShow', 'onTheWay', 'accepted'],
  noShow: ['arrived', 'done'],
  done: ['arrived', 'noShow'],
};

export const mayFollow = (from: CrewState, to: CrewState): boolean => NEXT[from].includes(to);
