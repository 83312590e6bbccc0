import { Trans, useLingui } from '@lingui/react/macro';
import { useLocale } from '#components/regional.tsx';
import { TextLink } from '#components/text-link.tsx';
import { formatDay, formatTime } from '#lib/format.ts';
import { absenceText } from '../calendar/absence-span.ts';
import { JobEntry } from './job-entry.tsx';
import classes from './schedule.module.css';
import type { ShownDay } from './schedule-days.ts';
import type { Schedule } from './schedule-query.ts';
import { useDuration } from './workload-text.tsx';

type ScheduleDayProps = { shown: ShownDay; clashes: Schedule['clashes']; isToday: boolean; isFaint: boolean };

/** A day of a schedule: working hours, absences and jobs. */
export function ScheduleDay({ shown, clashes, isToday, isFaint }: ScheduleDayProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const duration = useDuration();
  const { day, workload, jobs, absences, hours } = shown;
  const name = formatDay(locale, day, 'long');
  // The board of guides for those who only guide on this day.
  const view = jobs.length > 0 && jobs.every(({ task }) => task === 'guide') ? '&view=guides' : '';
  return (
    <li className={classes.day} data-today={isToday || undefined} data-faint={isFaint || undefined}>
      <h3 className={classes.name} suppressHydrationWarning>
        <TextLink href={`/dispatch?from=${day}${view}`}>{name}</TextLink>
      </h3>
      {workload.minutes > 0 && <div className={classes.minutes}>{duration(workload.minutes)}</div>}
      {hours && (
        <div className={classes.hours} suppressHydrationWarning>
          {hours.length > 0 ? (
            hours.map(({ from, to }) => `${formatTime(locale, from)} – ${formatTime(locale, to)}`).join(', ')
          ) : (
            <Trans>Does not work</Trans>
          )}
        </div>
      )}
      {absences.map((absence) => (
        <div key={absence.id} className={classes.absence} suppressHydrationWarning>
          <strong>
            <Trans>Absent</Trans>
          </strong>{' '}
          {absenceText(locale, absence)}
          {absence.reason && ` (${absence.reason})`}
        </div>
      ))}
      {jobs.length > 0 ? (
        <ul className={classes.jobs} aria-label={t`Jobs on ${name}`}>
          {jobs.map((job) => (
            <JobEntry key={job.id} job={job} clashes={clashes} />
          ))}
        </ul>
      ) : (
        <div className={classes.none}>
          <Trans>No jobs</Trans>
        </div>
      )}
    </li>
  );
}
