import { detachAuditMonths } from '@channel/prisma';
import { query } from '../../stack/query.ts';

/**
 * March 2019 as a month of its own, as an installation of that time has it. The partition for all that is older begins
 * later then; the second time it does already.
 */
const AGE = `
do $$
declare first text; its_end timestamptz;
begin
  select name, ends_at into first, its_end from audit_months() where starts_at is null and ends_at is not null;
  if first is not null then
    execute format('alter table audit_entry detach partition audit_months.%I', first);
    execute format('alter table audit_entry attach partition audit_months.%I for values from (%L) to (%L)',
      first, '2019-04-01Z', its_end);
  end if;
  create table audit_months.audit_entry_2019_03 partition of audit_entry for values from ('2019-03-01Z') to ('2019-04-01Z');
end $$`;
const INSERT = `insert into audit_entry (at, action, entity, entity_id, channel)
  values ('2019-03-10T12:00:00Z', 'kept', 'order', '1', 'api')`;

/** Adds March 2019 with an entry to a new database, and lets the worker's function archive it. @returns the archived months */
export async function archiveMarch2019(owner: string, maintenance: string): Promise<string[]> {
  await query(owner, AGE);
  await query(owner, INSERT);
  return detachAuditMonths(maintenance, new Date('2019-05-15Z'), 1);
}
