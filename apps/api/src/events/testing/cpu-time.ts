import { readdirSync, readFileSync } from 'node:fs';

const TICKS_A_SECOND = 100;

/**
 * Milliseconds of processor time that processes and all their descendants have used, as Linux counts it; undefined on
 * other systems.
 */
export function cpuTime(roots: (number | undefined)[]): number | undefined {
  try {
    const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const known = new Map(processes.flatMap((pid) => statOf(pid)));
    const isOurs = (pid: number): boolean => roots.includes(pid) || (pid > 1 && isOurs(known.get(pid)?.parent ?? 0));
    const ticks = [...known].filter(([pid]) => isOurs(pid)).reduce((sum, [, stat]) => sum + stat.ticks, 0);
    return (ticks * 1_000) / TICKS_A_SECOND;
  } catch {
    return undefined;
  }
}

/** Empty for a process that has ended meanwhile. */
function statOf(pid: string): [number, { parent: number; ticks: number }][] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may contain spaces and parentheses.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
    return [[Number(pid), { parent: fields[1] ?? 0, ticks: user + system + childUser + childSystem }]];
  } catch {
    return [];
  }
}
