import { readFileSync } from 'node:fs';

/** Kernel's clock ticks a second on Linux. */
const TICKS_PER_S = 100;

export interface Timings {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly perSecond: number;
  /** Of each call. */
  readonly lapsMs: readonly number[];
  /** CPU of the server a call, where it was measured. */
  readonly cpuMs?: number;
}

/** `calls` calls, `connections` at a time; the first tenth warms up and does not count. */
export async function timed(
  calls: number,
  connections: number,
  call: (i: number) => Promise<unknown>,
): Promise<Timings> {
  const warmUp = Math.ceil(calls / 10);
  for (let i = 0; i < warmUp; i += 1) await call(i);
  const lapsMs: number[] = [];
  let next = 0;
  const startedMs = performance.now();
  const worker = async () => {
    while (next < calls) {
      const i = next++;
      const beganMs = performance.now();
      await call(i);
      lapsMs.push(performance.now() - beganMs);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - startedMs) / 1_000;
  return { ...percentiles(lapsMs), perSecond: calls / seconds, lapsMs };
}

export function percentiles(lapsMs: readonly number[]): { p50Ms: number; p95Ms: number; p99Ms: number } {
  const sorted = [...lapsMs].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
  return { p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) };
}

/** The same with the CPU that processes used in that time; undefined where the system does not tell. */
export async function timedWithCpu(
  pids: readonly number[],
  calls: number,
  call: (i: number) => Promise<unknown>,
): Promise<Timings> {
  const beforeMs = cpuMs(pids);
  const timings = await timed(calls, 1, call);
  const afterMs = cpuMs(pids);
  const all = calls + Math.ceil(calls / 10);
  return beforeMs === undefined || afterMs === undefined ? timings : { ...timings, cpuMs: (afterMs - beforeMs) / all };
}

/** CPU that processes have used so far. */
export function cpuMs(pids: readonly number[]): number | undefined {
  try {
    return pids.reduce((sum, pid) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return sum + ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_S;
    }, 0);
  } catch {
    return undefined;
  }
}

export function residentMb(pid: number): number | undefined {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
  } catch {
    return undefined;
  }
}

export function ms(value: number | undefined): string {
  return value === undefined ? '–' : `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
}

export function heading(text: string): void {
  process.stdout.write(`\n## ${text}\n`);
}

/** One line of the report. */
export function line(name: string, ...cells: readonly string[]): void {
  process.stdout.write(`${name.padEnd(44)} ${cells.join('   ')}\n`);
}

export function timingCells({ p50Ms, p99Ms, perSecond, cpuMs: cpu }: Timings): string[] {
  const cells = [`p50 ${ms(p50Ms)}`, `p99 ${ms(p99Ms)}`, `${perSecond.toFixed(0)}/s`];
  return cpu === undefined ? cells : [...cells, `CPU ${ms(cpu)}`];
}
