import type { HandledCall } from '@lectern/bus';
import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { cacheBuilds, cacheBytes, cacheReads } from './cache-metrics';
import { busClonedBytes, busClones, indexCalls, statementsSent } from './step-metrics';

export interface MetricOptions<L extends string> {
  /** Without the prefix `lectern_`, with its unit last: `model_tokens_total`, `http_request_seconds`. */
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly L[];
}

/** A circuit to a server has opened or closed. */
export interface CircuitChange {
  /** `qdrant` */
  readonly server: string;
  /** Kind of calls: `read`, `write`, `all`. */
  readonly calls: string;
  readonly isOpen: boolean;
}

export type CircuitObserver = (change: CircuitChange) => void;

/** Also the lag of an idle event loop. Each sample wakes the process; the default of 10 ms costs 1 % of a core. */
const EVENT_LOOP_LOOK_MS = 100;
const secondsBuckets = [0.001, 0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 30, 120];

/** Metrics of this process for Prometheus. Labels must have few values: never an id. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly calls = this.histogram({
    name: 'operation_seconds',
    help: 'Operations handled by this process, from first step to last',
    labels: ['operation', 'outcome'],
  });

  private readonly circuits = this.gauge({
    name: 'circuit_open',
    help: 'Servers that this process leaves alone for a moment, because calls failed repeatedly',
    labels: ['server', 'calls'],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: EVENT_LOOP_LOOK_MS });
    const ofProcess = [cacheReads, cacheBuilds, cacheBytes, indexCalls, statementsSent, busClones, busClonedBytes];
    for (const one of ofProcess) this.registry.registerMetric(one);
  }

  counter<L extends string = never>(options: MetricOptions<L>): Counter<L> {
    return new Counter({ ...this.settings(options) });
  }

  /** A gauge whose values are read when the metrics are scraped. */
  gauges<L extends string>(
    options: MetricOptions<L> & { readonly collect: () => readonly (readonly [Readonly<Record<L, string>>, number])[] },
  ): Gauge<L> {
    const { collect } = options;
    return new Gauge<L>({
      ...this.settings(options),
      collect(this: Gauge<L>) {
        for (const [labels, value] of collect()) this.set(labels, value);
      },
    });
  }

  gauge<L extends string = never>(options: MetricOptions<L> & { readonly collect?: () => number }): Gauge<L> {
    const { collect } = options;
    return new Gauge<L>({
      ...this.settings(options),
      ...(collect && {
        collect(this: Gauge<L>) {
          this.set(collect());
        },
      }),
    });
  }

  /** @param options.buckets upper bounds; seconds from 1 ms to 2 min by default */
  histogram<L extends string = never>(
    options: MetricOptions<L> & { readonly buckets?: readonly number[] },
  ): Histogram<L> {
    return new Histogram({ ...this.settings(options), buckets: [...(options.buckets ?? secondsBuckets)] });
  }

  /** Passed to the bus as its observer. */
  readonly observeCall = ({ operation, outcome, durationMs }: HandledCall): void => {
    this.calls.observe({ operation, outcome }, durationMs / 1000);
  };

  /** Passed to code that owns a `Circuit` of a server. */
  readonly observeCircuit = ({ server, calls, isOpen }: CircuitChange): void => {
    // Counted, since one process may reach a server in several ways.
    if (isOpen) this.circuits.inc({ server, calls });
    else this.circuits.dec({ server, calls });
  };

  /** Everything, in Prometheus's text format. */
  async text(): Promise<{ readonly contentType: string; readonly body: string }> {
    return { contentType: this.registry.contentType, body: await this.registry.metrics() };
  }

  private settings<L extends string>({ name, help, labels = [] }: MetricOptions<L>) {
    return { name: `lectern_${name}`, help, labelNames: [...labels], registers: [this.registry] };
  }
}
