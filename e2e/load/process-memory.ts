import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMb } from './figures';
import { processes } from './process-tree';

const WATCH_MS = 50;

/** Memory of a running product, in MB. */
export interface ProductMemory {
  readonly main: number;
  /** Processes that take files apart, together. */
  readonly children: number;
  readonly childrenCount: number;
  /** The largest of them. */
  readonly largest: number;
  /** Proportional: what its processes share counts once. */
  readonly postgres: number;
}

/** @param pid of the process that all services run in */
export function memoryOf(pid: number): ProductMemory {
  const all = processes();
  const readers = all.filter(({ parent, command }) => parent === pid && command.includes('extract.worker'));
  const servers = all.filter(({ parent, command }) => parent === pid && command.includes('bin/postgres'));
  const postmasters = new Set(servers.map((server) => server.pid));
  const postgres = all.filter(({ pid: own, parent }) => postmasters.has(own) || postmasters.has(parent));
  // One that has just ended has none.
  const resident = readers.map((reader) => residentMb(reader.pid) || 0);
  return {
    main: residentMb(pid) ?? Number.NaN,
    children: sum(resident),
    childrenCount: readers.length,
    largest: Math.max(0, ...resident),
    postgres: sum(postgres.map((server) => proportionalMb(server.pid))),
  };
}

/** Looks at a running product all the time. */
export class MemoryWatch {
  private peaks: ProductMemory = { main: 0, children: 0, childrenCount: 0, largest: 0, postgres: 0 };
  private together = 0;
  private stopped = false;
  private watching: Promise<void> | undefined;

  constructor(private readonly pid: number) {}

  start(): void {
    this.watching = this.run();
  }

  async stop(): Promise<{ readonly peaks: ProductMemory; readonly together: number }> {
    this.stopped = true;
    await this.watching;
    return { peaks: this.peaks, together: this.together };
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      const now = memoryOf(this.pid);
      const { peaks } = this;
      this.peaks = {
        main: Math.max(peaks.main, now.main || 0),
        children: Math.max(peaks.children, now.children),
        childrenCount: Math.max(peaks.childrenCount, now.childrenCount),
        largest: Math.max(peaks.largest, now.largest),
        postgres: Math.max(peaks.postgres, now.postgres),
      };
      this.together = Math.max(this.together, (now.main || 0) + now.children + now.postgres);
      await sleep(WATCH_MS);
    }
  }
}

export function memoryCells({ main, children, childrenCount, largest, postgres }: ProductMemory): string[] {
  const mb = (value: number) => `${value.toFixed(0)} MB`;
  return [
    `main ${mb(main)}`,
    `children ${mb(children)} (${childrenCount}, largest ${mb(largest)})`,
    `Postgres ${mb(postgres)}`,
  ];
}

function proportionalMb(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1_024;
  } catch {
    return 0;
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
