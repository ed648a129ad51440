import { Injectable, Optional } from '@nestjs/common';
import type { Gauge } from 'prom-client';
import { Metrics } from './metrics';
import { Probe, type ReadinessCheck } from './probe';

export interface CheckOptions {
  /** State of the process while the check fails: `degraded` when it can still do useful work. */
  readonly otherwise?: 'not ready' | 'degraded';
}

export interface ReadinessReport {
  readonly status: 'ok' | 'degraded' | 'not ready';
  /** `ok` or the problem, by name of the check. */
  readonly checks: Readonly<Record<string, string>>;
}

interface Part {
  readonly probe: Probe;
  readonly otherwise: 'not ready' | 'degraded';
}

/**
 * Requirements of this process. Parts register their checks, which run in the background: a report contains the last
 * results and costs nothing.
 */
@Injectable()
export class Readiness {
  private readonly parts = new Map<string, Part>();
  private phase: 'starting' | 'serving' | 'stopping' = 'starting';
  private alternatives: readonly string[] = [];
  private readonly up: Gauge<'dependency'> | undefined;

  constructor(@Optional() metrics?: Metrics) {
    this.up = metrics?.gauge({
      name: 'dependency_up',
      help: 'What this process needs: 1 when it answered the last time it was asked, else 0',
      labels: ['dependency'],
    });
  }

  /** A check registered again under its name replaces the earlier one. */
  register(name: string, check: ReadinessCheck, { otherwise = 'not ready' }: CheckOptions = {}): void {
    this.parts.get(name)?.probe.stop();
    const probe = new Probe(check, ({ isWell }) => this.up?.set({ dependency: name }, isWell ? 1 : 0));
    this.parts.set(name, { probe, otherwise });
    if (this.phase === 'serving') probe.start();
  }

  /** Runs the check at once, so that a change is noticed without delay. */
  recheck(name: string): void {
    this.parts.get(name)?.probe.hurry();
  }

  /** While some of these fail, the process is degraded; while all of them fail, it is not ready. */
  needsOneOf(names: readonly string[]): void {
    this.alternatives = names;
  }

  enter(phase: 'serving' | 'stopping'): void {
    this.phase = phase;
    for (const { probe } of this.parts.values()) {
      if (phase === 'serving') probe.start();
      else probe.stop();
    }
  }

  async report(): Promise<ReadinessReport> {
    if (this.phase !== 'serving') return { status: 'not ready', checks: { process: this.phase } };
    const asked = [...this.parts].map(async ([name, { probe, otherwise }]) => {
      return { name, otherwise, ...(await probe.outcome()) };
    });
    const results = await Promise.all(asked);
    const failed = results.filter(({ isWell }) => !isWell);
    const isUseless =
      failed.some(({ otherwise }) => otherwise === 'not ready') ||
      (this.alternatives.length > 0 && this.alternatives.every((name) => failed.some((one) => one.name === name)));
    const status = isUseless ? 'not ready' : failed.length > 0 ? 'degraded' : 'ok';
    return { status, checks: Object.fromEntries(results.map(({ name, text }) => [name, text])) };
  }
}
