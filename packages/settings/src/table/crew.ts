import { whole } from '../kinds.ts';
import type { Read } from '../setting.ts';

/** The page of drivers and guides. */
export const crewSettings = (read: Read) => ({
  crewLinkHours: read({
    name: 'CREW_LINK_HOURS',
    kind: whole(1, 720, 'hours'),
    default: '72',
    about: 'How long a personal link of a driver or guide can be exchanged for a session.',
  }),
  crewSessionHours: read({
    name: 'CREW_SESSION_HOURS',
    kind: whole(1, 8_760, 'hours'),
    default: '720',
    about: 'A session of the page of drivers and guides ends this long after the exchange of the link.',
  }),
  crewPrivacyHours: read({
    name: 'CREW_PRIVACY_HOURS',
    kind: whole(0, 720, 'hours'),
    default: '12',
    about:
      'How long after the end of a job its driver or guide still sees the names, phone numbers, address and notes of the guests.',
  }),
  crewHistoryDays: read({
    name: 'CREW_HISTORY_DAYS',
    kind: whole(1, 3_650, 'days'),
    default: '90',
    about:
      'How long after the day of a job the reason why its driver or guide declined it, and the history of what the person said, are kept; also how long after the end of an absence its reason is.',
  }),
});
