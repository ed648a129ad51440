import { readdirSync, readFileSync } from 'node:fs';

/** Kernel's clock ticks a second on Linux. */
const TICKS_PER_S = 100;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  /** What it has used so far, with its children that have ended. */
  readonly cpuMs: number;
}

/** All that run now. */
export function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
        return {
          pid: Number(name),
          parent: Number(fields[1]),
          cpuMs: (ticks * 1_000) / TICKS_PER_S,
          command: readFileSync(`/proc/${name}/cmdline`, 'utf8'),
        };
      } catch {
        // It has ended.
        return [];
      }
    });
}

/** CPU that a process and all that it started have used so far. */
export function cpuOfTreeMs(pid: number): number {
  const all = processes();
  const own = (root: number): number =>
    all.filter(({ parent }) => parent === root).reduce((sum, child) => sum + child.cpuMs + own(child.pid), 0);
  return (all.find((one) => one.pid === pid)?.cpuMs ?? Number.NaN) + own(pid);
}
