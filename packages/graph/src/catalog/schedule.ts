import { builder } from '../builder.ts';

export const Schedule = builder.prismaObject('Schedule', {
  fields: (t) => ({
    scheduleId: t.exposeInt('id', { description: "The schedule's id." }),
    version: t.exposeInt('version'),
    validFrom: t.expose('validFrom', { type: 'Date', nullable: true }),
    validTo: t.expose('validTo', { type: 'Date', nullable: true }),
    weekdays: t.exposeIntList('weekdays'),
    startTime: t.expose('startTime', {
      type: 'LocalTime',
      nullable: true,
      description: 'Local start of each departure at the place; null where only the day is fixed.',
    }),
    endTime: t.expose('endTime', {
      type: 'LocalTime',
      nullable: true,
      description: 'Local end of each departure at the place; null where it is not fixed.',
    }),
    capacity: t.exposeInt('capacity'),
    expirationDate: t.expose('expirationDate', {
      type: 'Date',
      nullable: true,
      description: 'Last day on which a pass can be used; null: no such limit.',
    }),
    expirationMinutesAfterBooking: t.exposeInt('expirationMinutesAfterBooking', {
      nullable: true,
      description: 'Minutes after booking until a pass expires; null: no such limit.',
    }),
  }),
});
