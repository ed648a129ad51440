import { Metrics } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import type { InteractionEnd, Recorded } from './timeline-recorder';

/** Figures of interactions for operators. */
@Injectable()
export class InteractionMetrics {
  private readonly interactions: ReturnType<Metrics['counter']>;
  private readonly seconds: ReturnType<Metrics['histogram']>;
  private readonly running: ReturnType<Metrics['gauge']>;
  private readonly steps: ReturnType<Metrics['histogram']>;
  private readonly frames: ReturnType<Metrics['counter']>;
  private readonly tokens: ReturnType<Metrics['counter']>;

  constructor(metrics: Metrics) {
    this.interactions = metrics.counter({
      name: 'agent_interactions_total',
      help: 'Questions to agents: answered, failed, cancelled, or refused before they ran',
      labels: ['outcome'],
    });
    this.seconds = metrics.histogram({
      name: 'agent_interaction_seconds',
      help: 'Interactions with agents, from first frame to last',
      labels: [],
    });
    this.running = metrics.gauge({
      name: 'agent_interactions_running',
      help: 'Interactions that run in this process',
      labels: [],
    });
    this.steps = metrics.histogram({
      name: 'agent_step_seconds',
      help: 'Steps of modules of agents',
      labels: ['module', 'outcome'],
    });
    this.frames = metrics.counter({ name: 'agent_frames_total', help: 'Frames of interactions', labels: [] });
    this.tokens = metrics.counter({
      name: 'agent_svc_tokens_total',
      help: 'Thousands of tokens that models of agents read and wrote',
      labels: ['direction'],
    });
  }

  begun(): void {
    this.running.inc();
  }

  /** Before it ran. */
  refused(): void {
    this.interactions.inc({ outcome: 'refused' });
  }

  ended({ outcome }: InteractionEnd, { seconds, steps }: Pick<Recorded, 'seconds' | 'steps'>, frames: number): void {
    this.running.dec();
    this.interactions.inc({ outcome });
    this.seconds.observe(seconds);
    this.frames.inc(frames);
    for (const { module, error, timeit, input_svc_tokens, output_svc_tokens } of steps) {
      this.steps.observe({ module, outcome: error === null ? 'ok' : 'failed' }, timeit);
      this.tokens.inc({ direction: 'input' }, input_svc_tokens);
      this.tokens.inc({ direction: 'output' }, output_svc_tokens);
    }
  }
}
