import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Badge } from '@mantine/core';
import { severityColor, severityLabel, worstOf } from '#components/clash-notes.tsx';
import { useLocale } from '#components/regional.tsx';
import { TextLink } from '#components/text-link.tsx';
import { formatDay, formatTime } from '#lib/format.ts';
import classes from './schedule.module.css';
import { localSpanOf } from './schedule-days.ts';
import type { Schedule, ScheduledJob } from './schedule-query.ts';

type JobEntryProps = { job: ScheduledJob; clashes: Schedule['clashes'] };

/** A job in the schedule of a person. */
export function JobEntry({ job, clashes }: JobEntryProps) {
  const { t } = useLingui();
  const severity = worstOf(clashes.filter((clash) => clash.jobs.some(({ id }) => id === job.id)));
  const orderId = job.order.id;
  const task = { pickup: t`Pickup`, dropoff: t`Drop-off`, guide: t`Guiding` }[job.task];
  return (
    <li className={classes.job}>
      <div className={classes.time} suppressHydrationWarning>
        <JobTime job={job} />
      </div>
      <div>
        {task} · {job.order.city.name}
      </div>
      {job.order.bookedDetails && <div className={classes.product}>{job.order.bookedDetails.product.title}</div>}
      <div>
        <TextLink href={`/orders/${orderId}`}>
          <Trans>Order {orderId}</Trans>
        </TextLink>
        {' · '}
        <Plural value={job.passengerCount} one="# guest" other="# guests" />
      </div>
      {severity && (
        <Badge size="sm" color={severityColor(severity)}>
          {t(severityLabel(severity))}
        </Badge>
      )}
    </li>
  );
}

function JobTime({ job }: { job: ScheduledJob }) {
  const locale = useLocale();
  const span = localSpanOf(job);
  if (!span) return <Trans>No time</Trans>;
  const time = (reading: string) => formatTime(locale, `${reading.slice(11)}:00`);
  const isLater = span.until.slice(0, 10) > span.from.slice(0, 10);
  const start = time(span.from);
  const end = isLater ? `${formatDay(locale, span.until.slice(0, 10))}, ${time(span.until)}` : time(span.until);
  return job.isEstimated ? (
    <Trans>
      {start} until about {end}
    </Trans>
  ) : (
    <Trans>
      {start} until {end}
    </Trans>
  );
}
