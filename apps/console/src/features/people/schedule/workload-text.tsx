import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import type { Workload } from './schedule-query.ts';

/** Formats minutes, such as `5 h 30 min`. */
export function useDuration(): (minutes: number) => string {
  const { t } = useLingui();
  return (minutes) => {
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
    if (hours === 0) return t`${rest} min`;
    return rest === 0 ? t`${hours} h` : t`${hours} h ${rest} min`;
  };
}

/** What a person does in some time: jobs, guests, hours, and the share of the working hours. */
export function WorkloadText({ workload }: { workload: Workload }) {
  const { jobs, guests, minutes, estimatedMinutes, workingMinutes } = workload;
  const duration = useDuration();
  const share = workingMinutes ? Math.round((100 * minutes) / workingMinutes) : null;
  return (
    <Group component="p" gap="xs" m={0} fz="sm" className="tabular">
      <Text span inherit>
        <Plural value={jobs} one="# job" other="# jobs" />
      </Text>
      <Text span inherit>
        <Plural value={guests} one="# guest" other="# guests" />
      </Text>
      <Text span inherit>
        {estimatedMinutes > 0 ? (
          <Trans>
            {duration(minutes)}, of which {duration(estimatedMinutes)} estimated
          </Trans>
        ) : (
          duration(minutes)
        )}
      </Text>
      {workingMinutes !== null && (
        <Text span inherit>
          {share === null ? (
            <Trans>No working hours</Trans>
          ) : (
            <Trans>
              {share} % of {duration(workingMinutes)} of working hours
            </Trans>
          )}
        </Text>
      )}
    </Group>
  );
}
