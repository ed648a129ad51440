import type { FrameStep } from '@lectern/contracts/agents';

/** What a module asks of others: a model for an answer, a rewritten question or scores; a source for texts. */
export type CallKind = 'chat' | 'rephrase' | 'remi' | 'retrieval';

/** A call that begins. */
export interface CallStart {
  readonly kind: CallKind;
  /** Model, as the module names it. */
  readonly model?: string;
  /** Identifier of the source. */
  readonly source?: string;
  /** Knowledge box of the source. */
  readonly kbid?: string;
}

/** What is known of a call when it ends; filled in while it runs. */
export interface CallReport {
  /** Model that answered. */
  model?: string;
  /** Id of the answer, which names its trace. */
  learningId?: string;
  /** As the model counts them. */
  tokens?: { readonly input: number; readonly output: number };
  /** In thousands. */
  svcTokens?: { readonly input: number; readonly output: number };
  /** Ids of paragraphs that were found, best first. */
  paragraphs?: readonly string[];
  error?: unknown;
}

/** Sees one step of a module. */
export interface StepObserver {
  /** A call begins; the function that it returns takes its end. */
  readonly call: (start: CallStart) => (report: CallReport) => void;
  /** How the step ended. */
  readonly ended: (step: FrameStep) => void;
}

/** Sees what a run does. It changes nothing, never throws, and returns at once. */
export interface RunObserver {
  /** A module begins. */
  readonly step: (of: Pick<FrameStep, 'module' | 'title' | 'agent_path'>) => StepObserver;
}

/** Makes a call that an observer sees. `work` fills in the report. @throws what `work` throws */
export async function observedCall<T>(
  observer: StepObserver | undefined,
  start: CallStart,
  work: (report: CallReport) => Promise<T>,
): Promise<T> {
  const report: CallReport = {};
  const end = observer?.call(start);
  try {
    return await work(report);
  } catch (error) {
    report.error = error;
    throw error;
  } finally {
    end?.(report);
  }
}

/** The same for values that come one by one; ends when they are left, too. */
export async function* observedStream<T>(
  observer: StepObserver | undefined,
  start: CallStart,
  work: (report: CallReport) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const report: CallReport = {};
  const end = observer?.call(start);
  try {
    yield* work(report);
  } catch (error) {
    report.error = error;
    throw error;
  } finally {
    end?.(report);
  }
}
