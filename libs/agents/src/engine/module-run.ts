import type {
  AgentModule,
  AnswerCitations,
  BoxPartSource,
  DataVisualization,
  FrameContext,
  FrameImage,
  ModuleKind,
  PossibleAnswer,
} from '@lectern/contracts/agents';
import type { AgentDescription } from '@lectern/contracts/knowledge-box';
import type { Egress } from '@lectern/egress';
import type { ForeignDatabases } from '@lectern/foreign-databases';
import type { InteractionUsage } from './interaction-usage';
import type { IdentifiedModule } from '../module/identified-module';
import type { ModuleModels, Turn } from './module-models';
import type { ModuleSources } from './module-sources';

/** One question of an interaction: the one that was asked, or one that it was split into. */
export interface Question {
  readonly id: string;
  readonly text: string;
}

/** A part of a knowledge box. */
export interface BoxPart extends Pick<
  BoxPartSource,
  'description' | 'filter_expression' | 'labels' | 'resource_filters'
> {
  /** Conditions on the origin of its documents, as in an expression; all of them must hold. */
  readonly origin?: readonly object[];
}

/** A knowledge box that is asked itself, with the rights of the caller, instead of drivers of an agent. */
export interface AskedBox {
  /** Parts of it by the identifiers that modules name. */
  readonly parts: Readonly<Record<string, BoxPart>>;
  /** Name of a search configuration for what is asked. */
  readonly searchConfiguration?: string;
}

/** What all modules of an interaction know. */
export interface InteractionFacts {
  /** With the id of the knowledge box where a box is asked itself. */
  readonly agent: AgentDescription;
  readonly box?: AskedBox;
  readonly workflow: string;
  readonly session: string;
  /** The question as it was asked. */
  readonly asked: Question;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Whether the caller owns the agent, and may see what servers say that its modules call. */
  readonly isOwner: boolean;
  /** Headers of the caller; a module gets those that it names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Oldest first. */
  readonly history: readonly Turn[];
  /** Instructions of the workflow for models. */
  readonly rules: readonly string[];
  /** Whether pieces of answers are wanted. */
  readonly streaming: boolean;
}

/** A question to the user. */
export interface QuestionBack {
  readonly text: string;
  readonly timeoutMs: number;
  /** What can be chosen. */
  readonly data?: unknown;
  /** JSON Schema of the answer; a text when absent. */
  readonly responseSchema?: Readonly<Record<string, unknown>>;
}

/** Everything that a module may touch. */
export interface ModuleRun {
  readonly facts: InteractionFacts;
  /** Generative models; their tokens count for the step of the module. */
  readonly models: ModuleModels;
  /** Sources by the identifiers of drivers. */
  readonly sources: ModuleSources;
  /** Calls addresses of configurations, on the public internet only. */
  readonly web: Pick<Egress, 'fetch'>;
  /** Databases of drivers, which are only read. */
  readonly databases: Pick<ForeignDatabases, 'graph' | 'sql'>;
  /** Data of the session, which its creator gave; undefined when it has none. */
  readonly sessionData: () => Promise<string | undefined>;
  /**
   * Asks the user, and waits for the answer.
   *
   * @returns undefined when nobody answers in time
   * @throws NobodyToAsk where the caller cannot be asked, AppError `rate_limited`, `cancelled`
   */
  readonly ask: (question: QuestionBack) => Promise<string | undefined>;
  /** A piece of the answer that is being made. Waits while the reader is slow. */
  readonly say: (piece: string) => Promise<void>;
  /** A piece of what the model thinks. */
  readonly think: (piece: string) => Promise<void>;
  /** Says how far the module is, as a step that has not ended. */
  readonly tell: (text: string, metadata: Readonly<Record<string, unknown>>) => Promise<void>;
  /** What was found so far. */
  readonly contexts: readonly FrameContext[];
  readonly registry: ModuleRegistry;
  /** What modules that plan calls have used in the interaction. */
  readonly usage: InteractionUsage;
  /** Runs a module within the module, as a step of its own; its place is part of its path, such as `then`. */
  readonly part: <T extends StepReport>(
    module: IdentifiedModule,
    place: string,
    work: (run: ModuleRun) => Promise<T>,
  ) => Promise<T>;
  /** Searches with a context module within the module; the run keeps what it finds. */
  readonly search: (
    module: IdentifiedModule,
    place: string,
    question: Question,
  ) => Promise<Pick<Found, 'contexts'> & { readonly missing: string | null }>;
  /** Ends the work of the module. */
  readonly signal: AbortSignal;
}

/** What the step of a module tells. */
export interface StepReport {
  /** What the module did. */
  readonly value?: string;
  readonly reason?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Modules of a module that run next, one after the other. */
export interface NextModules {
  /** Their place in the module. */
  readonly at: string;
  readonly modules: readonly IdentifiedModule[];
}

/** What a preprocess module makes of the questions. */
export interface Prepared extends StepReport {
  /** Texts of the questions that replace the one that it was given; the same when absent. */
  readonly questions?: readonly string[];
  /** What later modules may answer from, besides what context modules find. */
  readonly contexts?: readonly FoundContext[];
  /** Ends the interaction with this answer. */
  readonly refusal?: string;
  /** Run with the question that the module was given. */
  readonly next?: NextModules;
}

/** What a context module found. */
export interface Found extends StepReport {
  readonly contexts: readonly FoundContext[];
  /** What is still open; null when nothing is. Judged by the contexts when absent. */
  readonly missing?: string | null;
  readonly next?: NextModules;
}

/** A context, as far as its module knows it. */
export type FoundContext = Partial<
  Omit<FrameContext, 'original_question_uuid' | 'actual_question_uuid' | 'question' | 'agent' | 'agent_id'>
> & {
  /** Texts, best first. */
  readonly chunks: FrameContext['chunks'];
  /** Answer of the source, which becomes a possible answer. */
  readonly answer?: Partial<PossibleAnswer> & Pick<PossibleAnswer, 'answer'>;
};

/** The answer of a generation module. */
export interface Generated extends StepReport {
  /** Undefined: it has none, and the next module is asked. */
  readonly answer?: string;
  readonly citations?: AnswerCitations;
  readonly urls?: readonly string[];
  /** Charts that belong to it, or to the answer of another module. */
  readonly visualizations?: readonly DataVisualization[];
  /** Images that the model drew, by id. */
  readonly images?: Readonly<Record<string, FrameImage>>;
  readonly next?: NextModules;
}

/** What a postprocess module decides. */
export interface Checked extends StepReport {
  /** Runs the workflow again, with this instruction. */
  readonly restart?: string;
  /** Replaces the answer. */
  readonly answer?: string;
  /** The answer may not be given: this text replaces it with all that belongs to it, and no further module runs. */
  readonly refusal?: string;
  /** What it found out about the answer. */
  readonly contexts?: readonly FoundContext[];
  /** A text that it wrote besides the answer. */
  readonly text?: string;
  readonly next?: NextModules;
}

/** What the postprocess modules see. */
export interface Outcome {
  readonly answer: string;
  readonly contexts: readonly FrameContext[];
  /** How often the module that sees it had the workflow run again. */
  readonly restarts: number;
}

/** A module of the registry: its name, for people, and the work of each kind. */
interface ModuleType<C extends AgentModule> {
  /** As in `module` of its configuration. */
  readonly name: C['module'];
  /** For people. */
  readonly title: string;
  /** For people. */
  readonly description: string;
}

/** Any type of module of each kind. Configurations were checked against the class that belongs to the name. */
export interface ModuleTypes {
  readonly preprocess: PreprocessType<AgentModule>;
  readonly context: ContextType<AgentModule>;
  readonly generation: GenerationType<AgentModule>;
  readonly postprocess: PostprocessType<AgentModule>;
}

/** The modules that exist. */
export interface ModuleRegistry {
  /** The module of a name, which a checked configuration has. */
  readonly type: <K extends ModuleKind>(kind: K, name: string) => ModuleTypes[K];
}

/** Runs before the context. */
export interface PreprocessType<C extends AgentModule> extends ModuleType<C> {
  /** @throws AppError when it fails */
  readonly run: (config: C, question: Question, run: ModuleRun) => Promise<Prepared>;
}

/** Finds context. */
export interface ContextType<C extends AgentModule> extends ModuleType<C> {
  /** @throws AppError when it fails */
  readonly run: (config: C, question: Question, run: ModuleRun) => Promise<Found>;
  /** What `smart` may call; its configuration says which of them. @throws AppError of a source that lists them */
  readonly functions?: (config: C, run: ModuleRun) => readonly ModuleFunction[] | Promise<readonly ModuleFunction[]>;
}

/** Something that `smart` may have a module do. */
export interface ModuleFunction {
  readonly name: string;
  /** For models. */
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly parameters: object;
  /** Whether another server wrote its description: it is data, and no part of a system prompt. */
  readonly isForeign?: boolean;
  /**
   * @param given checked against `parameters`
   * @throws AppError when it fails
   */
  readonly run: (
    given: Readonly<Record<string, unknown>>,
    question: Question,
    run: ModuleRun,
  ) => Promise<FunctionResult>;
}

/** What a function returned. */
export interface FunctionResult {
  /** For the model: texts, or values that become JSON. */
  readonly items: readonly unknown[];
  /** What it found of it that answers can be made from. */
  readonly contexts: readonly FoundContext[];
  /** True: the run has these contexts already. */
  readonly isHandedOn?: boolean;
}

/** Answers. */
export interface GenerationType<C extends AgentModule> extends ModuleType<C> {
  /** Whether it adds charts to the answer of another module: it runs although there is an answer. */
  readonly addsCharts?: boolean;
  /** @throws AppError when it fails */
  readonly run: (config: C, contexts: readonly FrameContext[], run: ModuleRun) => Promise<Generated>;
}

/** Runs after the answer. */
export interface PostprocessType<C extends AgentModule> extends ModuleType<C> {
  /** Whether answers may be shown after it has seen them only. */
  readonly isGuard?: boolean;
  /** @throws AppError when it fails */
  readonly run: (config: C, outcome: Outcome, run: ModuleRun) => Promise<Checked>;
}
