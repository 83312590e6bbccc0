import { listOf, text, whole } from '../kinds.ts';
import type { Read } from '../setting.ts';

const tagKey = text('the key of a tag');

/** What the dispatch board estimates, and the tags that say what people and vehicles can do. */
export const dispatchSettings = (read: Read) => ({
  guideMinutes: read({
    name: 'GUIDE_MINUTES',
    kind: whole(1, 1_440, 'minutes'),
    default: '120',
    about:
      'Estimated duration of a guide job whose end is unknown. Organizations and products may have their own (`guideMinutes`).',
  }),
  transferMinutes: read({
    name: 'TRANSFER_MINUTES',
    kind: whole(1, 1_440, 'minutes'),
    default: '30',
    about:
      'Estimated duration of a dropoff, and of a pickup that no experience follows within four hours. Organizations and products may have their own (`transferMinutes`).',
  }),
  travelSpeed: read({
    name: 'TRAVEL_SPEED',
    kind: whole(1, 300, 'kilometres per hour'),
    default: '50',
    about:
      'Speed, as the crow flies, at which drivers and guides get from one job to the next, where an organization has none of its own (`travelSpeed`) and no time between the two cities.',
  }),
  travelMargin: read({
    name: 'TRAVEL_MARGIN',
    kind: whole(0, 240, 'minutes'),
    default: '10',
    about:
      'Minutes that should remain between the arrival from one job and the start of the next one elsewhere; with less, the board calls it tight. Organizations may have their own (`travelMargin`).',
  }),
  seatsTag: read({
    name: 'SEATS_TAG',
    kind: tagKey,
    default: 'seats',
    about: 'The tag of a driver that holds the number of guests whom the vehicle takes.',
  }),
  capacityTags: read({
    name: 'CAPACITY_TAGS',
    kind: listOf(tagKey),
    default: '',
    about:
      'Further tags with a number that limit a vehicle, such as `wheelchairs`: on a driver the maximum at a time, on an order or a transfer what it needs.',
  }),
  speaksTag: read({
    name: 'SPEAKS_TAG',
    kind: tagKey,
    default: 'speaks',
    about: 'The tag of a guide that holds the languages that the guide speaks, such as `nl, en`.',
  }),
  languageTag: read({
    name: 'LANGUAGE_TAG',
    kind: tagKey,
    default: 'language',
    about: 'The tag of an order that holds the languages of its guests. A guide should speak one of them.',
  }),
});
