import type {
  FrameContext,
  FrameStep,
  InteractionOutcome,
  TimelineCall,
  TimelineContext,
  TimelineStep,
} from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import type { CallReport, CallStart, RunObserver, StepObserver } from '../engine/run-observer';
import type { TimelineDetail } from './timeline.entity';

const STEPS_MAX = 200;
const CALLS_MAX = 500;
const CONTEXTS_MAX = 500;
/** Ids of texts in all contexts, and in all calls. */
const IDS_MAX = 2_000;
const ID_CHARS_MAX = 200;
const TEXT_CHARS_MAX = 1_000;
const ERROR_CHARS_MAX = 300;
/** Of titles, and of paths of nested modules. */
const NAME_CHARS_MAX = 500;

/** How an interaction ended. */
export interface InteractionEnd {
  readonly outcome: InteractionOutcome;
  readonly answer: string | null;
  /** For people. */
  readonly error: string | null;
  /** Its code. */
  readonly errorCode?: string;
}

/** A call, with the code of its failure. */
export interface RecordedCall extends TimelineCall {
  readonly errorCode?: string;
}

/** A step, in seconds since the begin. */
export interface RecordedStep extends TimelineStep {
  readonly calls: readonly RecordedCall[];
}

/** What was seen of an interaction. */
export interface Recorded extends TimelineDetail {
  readonly steps: readonly RecordedStep[];
  readonly seconds: number;
}

interface OpenStep {
  readonly of: Pick<FrameStep, 'module' | 'title' | 'agent_path'>;
  readonly start: number;
  readonly calls: RecordedCall[];
  ended?: FrameStep;
}

/** Notes what happens in one interaction, within limits. Times are seconds since its begin. */
export class TimelineRecorder implements RunObserver {
  readonly began = new Date();
  private readonly beganMs = performance.now();
  private readonly steps: OpenStep[] = [];
  private readonly context: TimelineContext[] = [];
  private calls = 0;
  private ids = { ofCalls: 0, ofContexts: 0 };
  private isReduced = false;

  readonly step: RunObserver['step'] = (of) => {
    const step: OpenStep = { of, start: this.seconds, calls: [] };
    if (this.fits(this.steps.length, STEPS_MAX)) this.steps.push(step);
    const observer: StepObserver = {
      call: (start) => this.call(step, start),
      ended: (frame) => {
        step.ended = frame;
      },
    };
    return observer;
  };

  /** What a module found was handed on. */
  found({ source, agent, agent_id, chunks }: FrameContext): void {
    if (!this.fits(this.context.length, CONTEXTS_MAX)) return;
    const ids = this.kept(
      chunks.map(({ chunk_id: id }) => id),
      'ofContexts',
    );
    this.context.push({ source, agent, agent_id, chunks: ids });
  }

  /** Everything so far; steps that have not ended were cancelled. */
  recorded(): Recorded {
    const { seconds } = this;
    const steps = this.steps.map((step) => shown(step, seconds));
    return { steps, context: this.context, is_reduced: this.isReduced, seconds };
  }

  private call(step: OpenStep, { kind, model, source, kbid }: CallStart): (report: CallReport) => void {
    if (!this.fits(this.calls++, CALLS_MAX)) return () => undefined;
    const start = this.seconds;
    const place = step.calls.length;
    const call = (report: CallReport): RecordedCall => ({
      kind,
      start,
      seconds: this.seconds - start,
      model: report.model ?? model ?? null,
      source: source ?? null,
      kbid: kbid ?? null,
      input_tokens: report.tokens?.input ?? null,
      output_tokens: report.tokens?.output ?? null,
      paragraphs: this.kept(report.paragraphs ?? [], 'ofCalls'),
      learning_id: report.learningId ?? null,
      ...shownFailure(report.error),
    });
    // Its place is where it began; until its end it counts as cancelled.
    step.calls.push({ ...call({}), ...cancelled });
    return (report) => {
      step.calls[place] = call(report);
    };
  }

  private kept(ids: readonly string[], of: 'ofCalls' | 'ofContexts'): readonly string[] {
    const room = IDS_MAX - this.ids[of];
    const kept = ids.slice(0, room).map((id) => id.slice(0, ID_CHARS_MAX));
    this.ids[of] += kept.length;
    if (kept.length < ids.length) this.isReduced = true;
    return kept;
  }

  private fits(count: number, max: number): boolean {
    if (count < max) return true;
    this.isReduced = true;
    return false;
  }

  private get seconds(): number {
    return (performance.now() - this.beganMs) / 1_000;
  }
}

const cancelled = { error: 'Cancelled', errorCode: 'cancelled' };

function shown({ of, start, calls, ended }: OpenStep, seconds: number): RecordedStep {
  const { module, title, agent_path } = of;
  return {
    module,
    title: title.slice(0, NAME_CHARS_MAX),
    agent_path: agent_path.slice(0, NAME_CHARS_MAX),
    start,
    timeit: ended?.timeit ?? seconds - start,
    value: ended?.value?.slice(0, TEXT_CHARS_MAX) ?? null,
    reason: ended?.reason?.slice(0, TEXT_CHARS_MAX) ?? null,
    input_svc_tokens: ended?.input_svc_tokens ?? 0,
    output_svc_tokens: ended?.output_svc_tokens ?? 0,
    error: ended ? (ended.error?.slice(0, ERROR_CHARS_MAX) ?? null) : cancelled.error,
    calls,
  };
}

/** What callers may see of a failure. */
export function shownFailure(error: unknown): { readonly error: string | null; readonly errorCode?: string } {
  if (error === undefined) return { error: null };
  if (!(error instanceof AppError) || error.code === 'internal') return { error: 'Failed', errorCode: 'internal' };
  return { error: error.message.slice(0, ERROR_CHARS_MAX), errorCode: error.code };
}
