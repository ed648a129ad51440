import { AppError } from '@lectern/contracts/core';
import { callOf } from './chat-call';
import { checkedCitations } from '../citations/checked-citations';
import {
  type FinishReason,
  Generator,
  type GenerationChunk,
  type GenerationRequest,
  type GeneratorDescription,
  type ImageInput,
  reads,
  type Rephrased,
  type RephraseRequest,
} from '../generator';
import type { ChatCall, ChatModel, ChatPart } from './chat-model';
import type { HostedModel } from './hosted-model';
import { Patience } from './patience';
import { answerPrompt, LACKS_CONTEXT, NO_ANSWER, rephrasePrompt, type BuiltPrompt } from './prompt';
import { providerError } from './provider-errors';
import { Slots } from '../slots';
import { drawnImage, IMAGES_MAX } from './drawn-image';
import { likelyTokens } from './likely-tokens';
import { objectIn } from './structured-output';
import { tokensIn } from '../tokens';

const ANSWERS_MAX = 256;
const MODELS_MAX = 20;
const REPHRASED_TOKENS_MAX = 300;
const ANSWER_CHARACTERS_MAX = 2_000_000;

const finishReasons: Readonly<Record<string, FinishReason>> = {
  length: 'length',
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
};

/** A model that a provider runs, asked over HTTP. */
export class HostedGenerator extends Generator {
  readonly description: GeneratorDescription;
  private readonly slots: Slots;
  private readonly models = new Map<string, Promise<ChatModel>>();

  constructor(private readonly hosted: HostedModel) {
    super();
    const { description, answersMax = ANSWERS_MAX } = hosted;
    this.slots = new Slots({ runningMax: answersMax, waitingMax: answersMax });
    this.description = description;
  }

  generate(request: GenerationRequest, { signal }: { readonly signal: AbortSignal }): AsyncGenerator<GenerationChunk> {
    return this.slots.stream(signal, () => this.generated(request, signal));
  }

  private async *generated(request: GenerationRequest, signal: AbortSignal): AsyncGenerator<GenerationChunk> {
    if (request.likeliestTokens !== undefined && !this.description.saysProbabilities)
      throw new AppError('invalid_request', `The model ${this.description.id} says no probabilities of tokens`);
    if (this.hosted.lacks?.tools && request.tools?.length)
      throw new AppError('invalid_request', `The model ${this.description.id} calls no functions: leave the tools out`);
    const model = await this.model(request);
    const prompt = answerPrompt(this.readable(request), this.description.contextTokensMax);
    const progress = new Progress();
    const patience = new Patience(this.hosted, signal);
    try {
      for await (const part of parts(
        model,
        { ...callOf(request, this.hosted), prompt: this.said(prompt.messages) },
        patience,
      )) {
        const chunk = progress.take(part, request);
        if (chunk) yield chunk;
      }
      if (patience.reason) throw patience.reason;
      yield* progress.end(request, prompt);
    } catch (error) {
      const reason = patience.reason ?? providerError(error, this.hosted.title);
      if (!progress.started || reason.code === 'cancelled') throw reason;
      yield { type: 'status', code: '-1', details: reason.message };
    } finally {
      patience.end();
    }
  }

  async rephrase(request: RephraseRequest, { signal }: { readonly signal: AbortSignal }): Promise<Rephrased> {
    const { question, history, extraContext, relevanceThreshold = 0 } = request;
    const hasBefore = relevanceThreshold < 1 && history.length + extraContext.length > 0;
    if (!hasBefore && !request.standsAlone) return { question, usedHistory: false };
    const model = await this.model(request);
    const patience = new Patience(this.hosted, signal);
    try {
      const { contextTokensMax, vision } = this.description;
      const prompt = rephrasePrompt(vision ? request : { ...request, images: [] }, contextTokensMax);
      const { content } = await model.doGenerate({
        prompt: this.said(prompt),
        maxOutputTokens: REPHRASED_TOKENS_MAX,
        abortSignal: patience.signal,
      });
      const text = content
        .map((part) => (part.type === 'text' ? part.text : ''))
        .join('')
        .trim()
        .replace(/^"(.*)"$/s, '$1');
      if (text === '') throw new AppError('provider_failed', 'The model provider sent no rewritten question');
      if (text === LACKS_CONTEXT) return { question, usedHistory: false, lacksContext: true };
      return { question: text, usedHistory: text !== question };
    } catch (error) {
      throw patience.reason ?? providerError(error, this.hosted.title);
    } finally {
      patience.end();
    }
  }

  /** Without what the model does not read. */
  private readable(request: GenerationRequest): GenerationRequest {
    const readable = (images: readonly ImageInput[] | undefined) =>
      images?.filter(({ contentType }) => reads(this.description, contentType));
    const history = request.history.map((turn) =>
      turn.author === 'USER' ? { ...turn, images: readable(turn.images) } : turn,
    );
    return { ...request, history, images: readable(request.images) };
  }

  private said(messages: ChatCall['prompt']): ChatCall['prompt'] {
    return this.hosted.lacks?.systemMessage ? withoutSystem(messages) : messages;
  }

  private model({ model, apiKey }: Pick<GenerationRequest, 'model' | 'apiKey'>): Promise<ChatModel> {
    const id = model === this.description.id ? undefined : model;
    const name = JSON.stringify([id, apiKey]);
    const known = this.models.get(name);
    if (known) return known;
    if (this.models.size >= MODELS_MAX) this.models.clear();
    const opened = this.hosted.open(id, apiKey);
    this.models.set(name, opened);
    return opened;
  }
}

async function* parts(model: ChatModel, call: ChatCall, patience: Patience): AsyncGenerator<ChatPart> {
  const { stream } = await model.doStream({ ...call, abortSignal: patience.signal });
  for await (const part of stream) {
    if (
      part.type === 'text-delta' ||
      part.type === 'reasoning-delta' ||
      part.type === 'tool-input-delta' ||
      part.type === 'file'
    )
      patience.extend();
    if (part.type === 'error') throw part.error;
    yield part;
  }
}

/** In the first turn of the user, where the model takes no system prompt. */
function withoutSystem(messages: ChatCall['prompt']): ChatCall['prompt'] {
  const system = messages.flatMap((message) => (message.role === 'system' ? [message.content] : [])).join('\n\n');
  const others = messages.filter(({ role }) => role !== 'system');
  if (system === '') return others;
  const [first, ...rest] = others;
  const text = { type: 'text' as const, text: system };
  if (first?.role !== 'user') return [{ role: 'user', content: [text] }, ...others];
  return [{ ...first, content: [text, ...first.content] }, ...rest];
}

/** What has come of an answer so far. */
class Progress {
  started = false;
  private text = '';
  private hasToolCalls = false;
  private images = 0;
  private readonly startMs = performance.now();
  private firstMs: number | undefined;
  private usage: { readonly input?: number; readonly output?: number } = {};
  private finish: FinishReason = 'stop';

  take(part: ChatPart, request: GenerationRequest): GenerationChunk | undefined {
    if (part.type === 'raw') {
      const tokens = likelyTokens(part.rawValue);
      return tokens.length === 0 ? undefined : { type: 'probabilities', tokens };
    }
    if (part.type === 'reasoning-delta') return this.chunk({ type: 'reasoning', text: part.delta });
    if (part.type === 'tool-call') {
      this.hasToolCalls = true;
      return this.chunk({ type: 'tool_call', id: part.toolCallId, name: part.toolName, arguments: part.input });
    }
    if (part.type === 'file' && request.draws) {
      this.images += 1;
      if (this.images > IMAGES_MAX)
        throw new AppError('provider_failed', `The model provider draws more than ${IMAGES_MAX} images`);
      return this.chunk({ type: 'image', ...drawnImage(part) });
    }
    if (part.type === 'finish') {
      this.usage = { input: part.usage.inputTokens.total, output: part.usage.outputTokens.total };
      this.finish = finishReasons[part.finishReason.unified] ?? 'stop';
    }
    if (part.type !== 'text-delta') return undefined;
    this.text += part.delta;
    if (this.text.length > ANSWER_CHARACTERS_MAX)
      throw new AppError('provider_failed', 'The model provider answers without end');
    return request.jsonSchema || part.delta === '' ? undefined : this.chunk({ type: 'text', text: part.delta });
  }

  async *end(request: GenerationRequest, { messages, blocks }: BuiltPrompt): AsyncGenerator<GenerationChunk> {
    const isText = !request.jsonSchema && !this.hasToolCalls;
    if (request.jsonSchema && !this.hasToolCalls) yield this.chunk({ type: 'object', object: objectIn(this.text) });
    if (!this.started) throw new AppError('provider_failed', 'The model provider sent an empty answer');
    const isRefusal = isText && (request.grounded ?? true) && this.text.trim().startsWith(NO_ANSWER);
    const citations = isRefusal || !isText ? undefined : await this.citations(request, blocks);
    if (citations) yield citations;
    const totalS = (performance.now() - this.startMs) / 1000;
    yield {
      type: 'meta',
      inputTokens: this.usage.input ?? tokensIn(JSON.stringify(messages)),
      outputTokens: this.usage.output ?? tokensIn(this.text),
      firstChunkS: ((this.firstMs ?? performance.now()) - this.startMs) / 1000,
      totalS,
      finish: this.finish,
    };
    yield { type: 'status', code: isRefusal ? '-2' : '0' };
  }

  private citations({ context, ...request }: GenerationRequest, blocks: ReadonlyMap<string, string>) {
    const fitted = new Set(blocks.values());
    return checkedCitations({
      answer: this.text,
      context: context.filter(({ key }) => fitted.has(key)),
      citations: request.citations,
      citationThreshold: request.citationThreshold,
      blocks,
    });
  }

  private chunk(chunk: GenerationChunk): GenerationChunk {
    this.started = true;
    this.firstMs ??= performance.now();
    return chunk;
  }
}
