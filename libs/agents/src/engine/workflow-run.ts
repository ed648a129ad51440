import { randomUUID } from 'node:crypto';
import type {
  AgentModule,
  DataVisualization,
  FrameContent,
  FrameContext,
  frameOperations,
  FrameStep,
  PossibleAnswer,
} from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import type { IdentifiedModule } from '../module/identified-module';
import { isGuarded } from './answer-guards';
import { NobodyToAsk, type UserQuestion } from './asking-back';
import { boundedContext, CONTEXT_CHARS_MAX, CONTEXTS_CHARS_MAX } from './context-bounds';
import { ContextSearch, type Place } from './context-search';
import { frameContext, type Origin, framePossibleAnswer } from './found-frames';
import { InteractionUsage } from './interaction-usage';
import type { ModuleModels } from './module-models';
import type {
  Checked,
  FoundContext,
  Generated,
  InteractionFacts,
  ModuleRegistry,
  ModuleRun,
  Prepared,
  Question,
  StepReport,
} from './module-run';
import type { ModuleSources } from './module-sources';
import { RunBudget } from './run-budget';
import type { RunObserver, StepObserver } from './run-observer';
import type { WorkflowPlan } from './workflow-plan';

/** What a run is given. */
export interface WorkflowTools {
  /** For one step of a module, whose tokens and cost it counts. */
  readonly models: (signal: AbortSignal, observer: StepObserver, usage: InteractionUsage) => ModuleModels;
  /** Cost of models that ends the run, in the currency of their prices. */
  readonly costMax?: number | undefined;
  readonly sources: ModuleSources;
  readonly web: ModuleRun['web'];
  readonly databases: ModuleRun['databases'];
  readonly sessionData: ModuleRun['sessionData'];
  readonly registry: ModuleRegistry;
  readonly observer: RunObserver;
  /** @returns undefined when nobody answers in time @throws NobodyToAsk, AppError */
  readonly askUser: (question: UserQuestion) => Promise<string | undefined>;
  /** Takes a frame. Waits while the reader is slow. */
  readonly emit: (operation: keyof typeof frameOperations, content: FrameContent) => Promise<void>;
  readonly signal: AbortSignal;
}

/** How a workflow answered. */
export type WorkflowAnswer = Required<Pick<Generated, 'answer'>> &
  Pick<Generated, 'citations' | 'urls' | 'visualizations'>;

/** Runs of a workflow for one question: what asks for more of them is refused. */
const RUNS_MAX = 10;
/** Questions that one question becomes. */
const QUESTIONS_MAX = 25;

type PreparedQuestions = { readonly questions: readonly Question[] } | { readonly refusal: string };

/** What generation modules made so far. */
interface Made {
  answered?: WorkflowAnswer;
  readonly charts: DataVisualization[];
}

/** How far postprocess modules are. */
interface Checking {
  answered: WorkflowAnswer;
  /** By id of the module that asked for them. */
  readonly restarts: Map<string, number>;
  /** Instruction for another run. */
  restart?: string;
  /** Whether the answer may not be given. */
  isRefused?: boolean;
}

/** One run of a workflow: its modules, one after the other. */
export class WorkflowRun {
  private contexts: FrameContext[] = [];
  private possible: PossibleAnswer[] = [];
  private facts: InteractionFacts;
  private readonly usage = new InteractionUsage();
  /** Whether answers are shown only after they were checked. */
  private readonly isGuarded: boolean;
  /** Frames with answers that were not checked yet. */
  private held: FrameContent[] = [];
  /** Whether pieces of the answer that is being made were emitted. */
  private hasSaid = false;
  /** That contexts may still have. */
  private charsLeft = CONTEXTS_CHARS_MAX;
  private readonly budget = new RunBudget();
  /** Ends all work: when the interaction is cancelled, or its budget is used up. */
  private readonly signal: AbortSignal;

  constructor(
    private readonly plan: WorkflowPlan,
    private readonly tools: WorkflowTools,
  ) {
    this.isGuarded = isGuarded(plan.modules.postprocess, tools.registry);
    this.facts = { ...plan.facts, streaming: plan.facts.streaming && !this.isGuarded };
    this.signal = AbortSignal.any([tools.signal, this.budget.signal]);
    const { costMax } = tools;
    const ended = () => this.budget.end(`The interaction has reached the limit of ${costMax} in cost`);
    if (costMax !== undefined) this.usage.limitCost(costMax, ended);
  }

  /** @throws AppError when a module fails, and fails again */
  async answer(): Promise<WorkflowAnswer> {
    const restarts = new Map<string, number>();
    for (let runs = 1; ; runs++) {
      const prepared = await this.prepare(this.plan.modules.preprocess, [this.facts.asked], '/preprocess');
      if ('refusal' in prepared) return { answer: prepared.refusal };
      const search = this.search();
      await Promise.all(
        prepared.questions.map(async (question) => {
          for (const module of this.plan.modules.context)
            await search.find(module, { question, path: `/context/${module.id}` });
        }),
      );
      const state: Checking = { answered: await this.generate(), restarts };
      await this.check(this.plan.modules.postprocess, '/postprocess', state);
      if (state.restart === undefined || runs === RUNS_MAX) return this.checked(state.answered);
      this.restart(state.restart);
    }
  }

  private search(): ContextSearch {
    return new ContextSearch({
      registry: this.tools.registry,
      signal: this.signal,
      step: (...step) => this.step(...step),
      keep: (...kept) => this.keep(...kept),
    });
  }

  /** The next run sees the instruction, and nothing that the last one found. */
  private restart(instruction: string): void {
    this.facts = { ...this.facts, rules: [...this.facts.rules, instruction] };
    this.contexts = [];
    this.possible = [];
    this.held = [];
    this.charsLeft = CONTEXTS_CHARS_MAX;
  }

  /** @param base of the paths of the modules */
  private async prepare(
    modules: readonly IdentifiedModule[],
    given: readonly Question[],
    base: string,
  ): Promise<PreparedQuestions> {
    let questions = given;
    for (const module of modules) {
      const next: Question[] = [];
      for (const question of questions) {
        const prepared = await this.prepareOne(module, { path: `${base}/${module.id}`, question });
        if ('refusal' in prepared) return prepared;
        next.push(...prepared.questions);
      }
      questions = next.slice(0, QUESTIONS_MAX);
    }
    return { questions };
  }

  private async prepareOne(module: IdentifiedModule, place: Place): Promise<PreparedQuestions> {
    const { path, question } = place;
    const { refusal, contexts, questions, next }: Prepared = await this.step(module, place, (run) =>
      this.tools.registry.type('preprocess', module.module).run(module, question, run),
    );
    if (refusal !== undefined) return { refusal };
    await this.keep(contexts ?? [], { module, ...place });
    if (next) return this.prepare(next.modules, [question], `${path}/${next.at}`);
    const [first = question.text, ...more] = questions ?? [];
    return { questions: [{ ...question, text: first }, ...more.map((text) => ({ id: randomUUID(), text }))] };
  }

  /** Later modules see the contexts, and so does the reader. */
  private async keep(contexts: readonly FoundContext[], from: Omit<Origin, 'asked'>): Promise<void> {
    for (const found of contexts) {
      const { context, chars } = boundedContext(found, Math.min(CONTEXT_CHARS_MAX, this.charsLeft));
      this.charsLeft -= chars;
      this.contexts.push(await this.show(context, from));
      if (context.answer) await this.suggest(context.answer, from);
    }
  }

  private async show(found: FoundContext, from: Omit<Origin, 'asked'>): Promise<FrameContext> {
    const context = frameContext(found, { ...from, asked: this.facts.asked });
    await this.tools.emit('answer', { actual_question_uuid: from.question.id, context });
    return context;
  }

  private async suggest(answer: NonNullable<FoundContext['answer']>, from: Omit<Origin, 'asked'>): Promise<void> {
    const possible = framePossibleAnswer(answer, { ...from, asked: this.facts.asked });
    this.possible.push(possible);
    const frame = { actual_question_uuid: from.question.id, possible_answer: possible };
    if (this.isGuarded) this.held.push(frame);
    else await this.tools.emit('answer', frame);
  }

  private async generate(): Promise<WorkflowAnswer> {
    const made: Made = { charts: [] };
    await this.generateWith(this.plan.modules.generation, '/generation', made);
    const { answered, charts } = made;
    return { ...(answered ?? this.found()), ...(charts.length > 0 && { visualizations: charts }) };
  }

  /** @param made gets what the modules make */
  private async generateWith(modules: readonly IdentifiedModule[], base: string, made: Made): Promise<void> {
    for (const module of modules) {
      const type = this.tools.registry.type('generation', module.module);
      if (made.answered && !type.addsCharts) continue;
      const place = { path: `${base}/${module.id}`, question: this.facts.asked };
      const generated: Generated = await this.step(module, place, (run) => type.run(module, this.contexts, run));
      const { answer, visualizations = [], images, value = '', citations, urls, next } = generated;
      if (next) await this.generateWith(next.modules, `${place.path}/${next.at}`, made);
      made.charts.push(...visualizations);
      if (visualizations.length > 0 || images) {
        const shown = { answer: answer ?? value, data_visualizations: visualizations, images: images ?? null };
        await this.suggest(shown, { module, ...place });
      }
      if (made.answered || !answer) continue;
      made.answered = { answer, ...(citations && { citations }), ...(urls && { urls }) };
      await this.endPieces(answer);
    }
  }

  /** The answer of a workflow in which no module answers. */
  private found(): WorkflowAnswer {
    const [first] = this.possible;
    const summaries = this.contexts.flatMap(({ summary }) => summary ?? []);
    return { answer: first?.answer || summaries.join('\n\n') || NO_ANSWER };
  }

  /** Shows what was held back until the answer was checked. */
  private async checked(answered: WorkflowAnswer): Promise<WorkflowAnswer> {
    for (const frame of this.held) await this.tools.emit('answer', frame);
    this.facts = { ...this.facts, streaming: this.plan.facts.streaming };
    this.hasSaid &&= !this.isGuarded;
    if (this.isGuarded) await this.endPieces(answered.answer);
    return answered;
  }

  /** The last piece of an answer; all of it where it was not made in pieces. */
  private async endPieces(answer: string): Promise<void> {
    if (!this.facts.streaming) return;
    const text = this.hasSaid ? '' : answer;
    this.hasSaid = false;
    await this.tools.emit('answer_chunk', { streaming_response_chunk: { text, last: true } });
  }

  /** @param state gets what the modules decide; once it says that the workflow runs again, no further one runs */
  private async check(modules: readonly IdentifiedModule[], base: string, state: Checking): Promise<void> {
    for (const module of modules) {
      const place = { path: `${base}/${module.id}`, question: this.facts.asked };
      const past = state.restarts.get(module.id) ?? 0;
      const outcome = { answer: state.answered.answer, contexts: this.contexts, restarts: past };
      const checked: Checked = await this.step(module, place, (run) =>
        this.tools.registry.type('postprocess', module.module).run(module, outcome, run),
      );
      const { contexts = [], text, restart, answer, refusal, next } = checked;
      if (refusal !== undefined) {
        this.held = [];
        Object.assign(state, { answered: { answer: refusal }, isRefused: true });
        return;
      }
      for (const found of contexts) await this.show(found, { module, ...place });
      if (text !== undefined) await this.tools.emit('answer', { generated_text: text });
      if (answer !== undefined) state.answered = { ...state.answered, answer };
      if (restart !== undefined) {
        state.restarts.set(module.id, past + 1);
        state.restart = restart;
      }
      if (next) await this.check(next.modules, `${place.path}/${next.at}`, state);
      if (state.restart !== undefined || state.isRefused) return;
    }
  }

  /** Runs a module, again after a failure, and emits its step. @throws AppError of its last failure */
  private async step<T extends StepReport>(
    module: IdentifiedModule,
    place: Place,
    work: (run: ModuleRun) => Promise<T>,
  ): Promise<T> {
    const { path, question } = place;
    const began = performance.now();
    const { module: name, title } = module;
    const observer = this.tools.observer.step({ module: name, title, agent_path: path });
    const models = this.tools.models(this.signal, observer, this.usage);
    const step = (report: StepReport, error: string | null): FrameStep => ({
      original_question_uuid: this.facts.asked.id,
      actual_question_uuid: question.id,
      module: name,
      title,
      value: report.value ?? null,
      agent_path: path,
      reason: report.reason ?? null,
      timeit: (performance.now() - began) / 1_000,
      input_svc_tokens: models.tokens.input,
      output_svc_tokens: models.tokens.output,
      error,
      metadata: report.metadata ?? null,
    });
    const end = async (report: StepReport, error: string | null) => {
      const ended = step(report, error);
      observer.ended(ended);
      await this.tools.emit('answer', { actual_question_uuid: question.id, step: ended });
    };
    for (let attempt = 0; ; attempt++) {
      this.signal.throwIfAborted();
      this.budget.noteStep();
      try {
        const report = await work(this.runOf({ models, observer }, module, place));
        await end(report, null);
        return report;
      } catch (error) {
        this.signal.throwIfAborted();
        // Whom nobody can ask now, nobody can ask a moment later.
        if (attempt < module.max_retries && !(error instanceof NobodyToAsk)) {
          if (this.hasSaid) await this.endPieces('');
          continue;
        }
        await end({}, stepErrorOf(error));
        throw error;
      }
    }
  }

  private runOf(
    { models, observer }: { readonly models: ModuleModels; readonly observer: StepObserver },
    configured: IdentifiedModule,
    { path, question }: Place,
  ): ModuleRun {
    const { id, module, rules: own } = configured;
    const { sources, web, databases, sessionData, registry, emit, askUser } = this.tools;
    const { signal } = this;
    const rules = [...this.facts.rules, ...(own ?? [])];
    const facts = { ...this.facts, rules, headers: headersFor(configured, this.facts.headers) };
    const piece = (text: string) => ({ text, last: false });
    return {
      facts,
      models,
      sources: { ...sources, box: (identifier) => sources.box(identifier, observer, this.usage) },
      registry,
      usage: this.usage,
      contexts: [...this.contexts],
      search: (inner, at, of) => this.search().find(inner, { question: of, path: `${path}/${at}/${inner.id}` }),
      part: (inner, at, work) => this.step(inner, { path: `${path}/${at}/${inner.id}`, question }, work),
      web,
      databases,
      sessionData,
      signal,
      ask: ({ text, timeoutMs, data = null, responseSchema = null }) => {
        const asked = { question: text, module, agent_id: id, timeout_ms: timeoutMs };
        return askUser({ ...asked, data, response_schema: responseSchema });
      },
      say: async (text) => {
        this.hasSaid = true;
        if (facts.streaming) await emit('answer_chunk', { streaming_response_chunk: piece(text) });
      },
      tell: async (text, metadata) => {
        const told = { original_question_uuid: this.facts.asked.id, actual_question_uuid: question.id, reason: null };
        const unused = { timeit: 0, input_svc_tokens: 0, output_svc_tokens: 0, error: null };
        const step = { ...told, ...unused, module, title: configured.title, value: text, agent_path: path, metadata };
        await emit('answer', { actual_question_uuid: question.id, step });
      },
      think: async (text) => {
        if (facts.streaming) await emit('reasoning', { reasoning: piece(text) });
      },
    };
  }
}

/** Headers of the caller that a module names: no other module gets any. */
function headersFor(module: AgentModule, headers: InteractionFacts['headers']): InteractionFacts['headers'] {
  // Declared by the classes of modules that send headers on.
  const { valid_headers: valid = [] } = module as { readonly valid_headers?: readonly string[] | null } & AgentModule;
  const names = new Set((valid ?? []).map((name) => name.toLowerCase()));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.has(name.toLowerCase())));
}

const NO_ANSWER = 'Not enough data to answer this.';

function stepErrorOf(error: unknown): string {
  return error instanceof AppError && error.code !== 'internal' ? error.message : 'The module failed';
}
