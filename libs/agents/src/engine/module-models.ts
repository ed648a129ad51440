import type { FrameImage, ModelName } from '@lectern/contracts/agents';
import type { CallOptions } from '@lectern/bus';
import { Bus } from '@lectern/bus';
import { AppError, consumptionOf, type Principal } from '@lectern/contracts/core';
import { type InteractionUsage, lacksPrice } from './interaction-usage';
import { type CallKind, type CallReport, observedCall, type StepObserver } from './run-observer';
import {
  type AnswerQuality,
  type ChatChunk,
  ChatRequest,
  describeGenerator,
  describeModels,
  embedTexts,
  type GeneratorInUse,
  predictChat,
  predictRemi,
  predictRephrase,
  type PredictionOrigin,
} from '@lectern/contracts/understanding';

/** An earlier question with its answer. */
export interface Turn {
  readonly question: string;
  readonly answer: string;
}

/** Tokens of model calls, in thousands. */
export interface SvcTokens {
  input: number;
  output: number;
}

type TokensOfCall = Readonly<SvcTokens>;

/** A question to a model, and what it may use. */
export type ModelRequest = Partial<Omit<ChatRequest, 'generative_model' | 'reasoning'>> & Pick<ChatRequest, 'question'>;

/** Chunks that carry text or say how an answer ended. */
const FAILED = '-1';
const NO_CONTEXT = '-2';

/** A model's answer. */
export interface ModelAnswer {
  readonly text: string;
  /** False: the model says that its context does not answer the question. */
  readonly isAnswered: boolean;
  /** Keys of the context by the block id of a footnote. */
  readonly footnotes: Readonly<Record<string, string>>;
  /** Functions that the model wants to be called, in its order. */
  readonly calls: readonly FunctionCall[];
  /** The object of an answer with a schema. */
  readonly object?: object;
  /** Images that the model drew. */
  readonly images: readonly FrameImage[];
}

/** A function that a model wants to be called. */
export interface FunctionCall {
  readonly id: string;
  readonly name: string;
  /** JSON text, as the model wrote it. */
  readonly arguments: string;
}

/** A question, and texts that may say what it refers to. */
export interface HintedQuestion {
  readonly question: string;
  readonly hints: readonly string[];
}

/** What is done with pieces of an answer while it is made. */
export interface PieceListeners {
  readonly text?: (piece: string) => Promise<void>;
  readonly reasoning?: (piece: string) => Promise<void>;
}

/** Generative models for one step of an interaction: counts their tokens. */
export class ModuleModels {
  /** So far. */
  readonly tokens: SvcTokens = { input: 0, output: 0 };

  constructor(
    private readonly bus: Pick<Bus, 'request' | 'stream'>,
    private readonly asker: {
      /** The agent, or the box that is asked: its configuration names the model, and its tokens are counted. */
      readonly kbid: string;
      readonly principal: Principal;
      readonly user: string;
      readonly observer?: StepObserver;
      readonly usage?: InteractionUsage;
    },
    private readonly signal: AbortSignal,
  ) {}

  /** @throws AppError `provider_failed` and the others of chat */
  async answer(request: ModelRequest, model?: ModelName | null, on: PieceListeners = {}): Promise<ModelAnswer> {
    const body = Object.assign(new ChatRequest(), { user_id: this.asker.user, ...request, ...modelOf(model) });
    return this.observed('chat', model, (report) => this.chat(body, on, report));
  }

  private async chat(body: ChatRequest, on: PieceListeners, report: CallReport): Promise<ModelAnswer> {
    const footnotes: Record<string, string> = {};
    const calls: FunctionCall[] = [];
    const images: FrameImage[] = [];
    const answer = { text: '', isAnswered: true };
    let object: object | undefined;
    const { kbid } = this.asker;
    const input = { params: { kbid }, query: {}, headers: { 'x-show-consumption': false }, body };
    for await (const { origin, chunk } of this.bus.stream(predictChat, input, this.options)) {
      if (origin) Object.assign(report, { model: origin.model, learningId: origin.learningId });
      if (!chunk) continue;
      if (chunk.type === 'text') {
        answer.text += chunk.text;
        await on.text?.(chunk.text);
      } else if (chunk.type === 'reasoning') await on.reasoning?.(chunk.text);
      else if (chunk.type === 'object') object = chunk.object;
      else if (chunk.type === 'footnote_citations') Object.assign(footnotes, chunk.footnote_to_context);
      else if (chunk.type === 'image') images.push({ b64encoded: chunk.b64encoded, content_type: chunk.content_type });
      else if (chunk.type === 'tools') calls.push(...callsOf(chunk.tools));
      else this.note(chunk, answer, report);
    }
    return { ...answer, footnotes, calls, images, ...(object && { object }) };
  }

  /** The question, rewritten to stand alone. @throws AppError as chat does */
  async rephrase(asked: string | HintedQuestion, history: readonly Turn[], model?: ModelName | null): Promise<string> {
    const { generative_model: name } = modelOf(model);
    const { question, hints } = typeof asked === 'string' ? { question: asked, hints: [] } : asked;
    const turns = history.flatMap((turn) => [
      { author: 'USER' as const, text: turn.question },
      { author: 'SVC' as const, text: turn.answer },
    ]);
    const body = { question, chat_history: turns, context: [], user_context: [...hints], user_id: this.asker.user };
    const input = {
      params: { kbid: this.asker.kbid },
      query: {},
      headers: { 'x-show-consumption': false },
      body: { ...body, ...(name !== undefined && { generative_model: name }) },
    };
    const { answer } = await this.observed('rephrase', model, async (report) => {
      const predicted = await this.bus.request(predictRephrase, input, this.options);
      this.noteOrigin(predicted.origin, report);
      return predicted;
    });
    return answer.replace(/(?:-2|0)$/, '').trim() || question;
  }

  /** How good an answer is. @throws AppError as chat does */
  async score(question: string, answer: string, contexts: readonly string[]): Promise<AnswerQuality> {
    const body = { user_id: this.asker.user, question, answer, contexts: [...contexts] };
    const input = { params: { kbid: this.asker.kbid }, headers: { 'x-show-consumption': false }, body };
    const { answer: quality } = await this.observed('remi', null, async (report) => {
      const scored = await this.bus.request(predictRemi, input, this.options);
      this.noteOrigin(scored.origin, report);
      return scored;
    });
    return quality;
  }

  /**
   * Whether a model follows prompts, writes objects and may call functions. Without, it only answers from context.
   *
   * @throws AppError `invalid_request` for a model that nobody knows
   */
  async followsPrompts(model?: ModelName | null): Promise<boolean> {
    // Models that a deployment does not list are those of providers.
    return (await this.description(model))?.followsPrompts ?? true;
  }

  /**
   * The example that is most like one of the texts in meaning; undefined when none is about the same thing.
   *
   * @throws AppError `unavailable`, `rate_limited`
   */
  async mostAlike(texts: readonly string[], examples: readonly string[]): Promise<string | undefined> {
    const { least, similarities } = await this.similarities(texts, examples);
    const best = similarities.map((ofText) => Math.max(...ofText));
    const most = Math.max(...best);
    return most < least ? undefined : examples[best.indexOf(most)];
  }

  /**
   * Cosines of each example with every text, and the least of texts that are about the same thing.
   *
   * @throws AppError `unavailable`, `rate_limited`
   */
  async similarities(
    texts: readonly string[],
    examples: readonly string[],
  ): Promise<{ readonly least: number; readonly similarities: readonly (readonly number[])[] }> {
    const { embedder } = await this.bus.request(describeModels, {}, this.options);
    const body = { kbid: this.asker.kbid, model: embedder.id, texts: [...texts, ...examples] };
    const { vectors } = await this.bus.request(embedTexts, { body: { ...body, purpose: 'query' } }, this.options);
    const ofTexts = vectors.slice(0, texts.length);
    const similarities = vectors.slice(texts.length).map((example) => ofTexts.map((text) => dot(example, text)));
    return { least: embedder.defaultMinScore, similarities };
  }

  /** Undefined: a model that the deployment does not list. */
  private async description(model?: ModelName | null): Promise<GeneratorInUse | undefined> {
    const { generative_model: name } = modelOf(model);
    const body = { kbid: this.asker.kbid, ...(name !== undefined && { model: name }) };
    return (await this.bus.request(describeGenerator, { body }, this.options)).generator;
  }

  private async observed<T>(
    kind: CallKind,
    model: ModelName | null | undefined,
    work: (report: CallReport) => Promise<T>,
  ): Promise<T> {
    const { generative_model: name } = modelOf(model);
    const { observer, usage } = this.asker;
    const start = { kind, ...(name && { model: name }) };
    if (!usage?.countsCost) return observedCall(observer, start, work);
    const described = await this.description(model);
    const { price } = described ?? {};
    const unpriced = () => lacksPrice(name ?? described?.id ?? 'of the agent');
    // Where rules score, nothing is paid.
    if (!price && kind !== 'remi') throw unpriced();
    return observedCall(observer, start, async (report) => {
      try {
        const done = await work(report);
        if (!price && report.tokens) throw unpriced();
        return done;
      } finally {
        if (price && report.tokens) usage.addCost(report.tokens, price);
      }
    });
  }

  /** Of answers that have no chunk with their tokens. */
  private noteOrigin(origin: PredictionOrigin | undefined, report: CallReport): void {
    if (!origin) return;
    report.model = origin.model;
    if (origin.used) this.noteTokens(origin.used, consumptionOf(origin.used).normalized_tokens, report);
  }

  private noteTokens(tokens: TokensOfCall, svcTokens: TokensOfCall, report: CallReport): void {
    report.tokens = { input: tokens.input, output: tokens.output };
    report.svcTokens = { input: svcTokens.input, output: svcTokens.output };
    this.tokens.input += svcTokens.input;
    this.tokens.output += svcTokens.output;
  }

  private note(chunk: ChatChunk, answer: { isAnswered: boolean }, report: CallReport): void {
    if (chunk.type === 'meta') {
      const svcTokens = { input: chunk.input_svc_tokens, output: chunk.output_svc_tokens };
      this.noteTokens({ input: chunk.input_tokens, output: chunk.output_tokens }, svcTokens, report);
    }
    if (chunk.type !== 'status') return;
    if (chunk.code === NO_CONTEXT) answer.isAnswered = false;
    if (chunk.code === FAILED) throw new AppError('provider_failed', chunk.details ?? 'The model failed');
  }

  private get options(): CallOptions {
    return { principal: this.asker.principal, signal: this.signal };
  }
}

/** Vectors are of unit length. */
function dot(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, place) => sum + value * (other[place] ?? 0), 0);
}

function callsOf(tools: Extract<ChatChunk, { type: 'tools' }>['tools']): readonly FunctionCall[] {
  return Object.values(tools)
    .flat()
    .map(({ id, function: called }) => ({ id, name: called.name, arguments: called.arguments }));
}

/** How a request names the model of a module. */
export function modelOf(
  model: ModelName | null | undefined,
): Partial<Pick<ChatRequest, 'generative_model' | 'reasoning'>> {
  if (!model) return {};
  if (typeof model === 'string') return { generative_model: model };
  const { model_id: name, reasoning, advanced_reasoning: advanced } = model;
  if (reasoning !== 'enabled') return { generative_model: name };
  const { effort, budget_tokens: tokens } = advanced ?? {};
  const settings = { display: true, effort: effort ?? ('medium' as const), budget_tokens: tokens ?? 15_000 };
  return { generative_model: name, reasoning: settings };
}
