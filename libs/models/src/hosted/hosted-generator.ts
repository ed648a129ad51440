import { AppError } from '@lectern/contracts/core';
import { Slots } from '@lectern/workers';
import { AnswerProgress } from './answer-progress';
import { providerCall } from './chat-call';
import { type Rephrased, tokensIn } from '@lectern/language';
import {
  Generator,
  type GenerationChunk,
  type GenerationRequest,
  type GeneratorDescription,
  type ImageInput,
  reads,
  type RephraseRequest,
} from '../generator';
import type { ChatCall, ChatModel, ChatPart } from './chat-model';
import type { HostedModel } from './hosted-model';
import { Patience } from './patience';
import { generationPrompt, LACKS_CONTEXT, rephrasePrompt } from './prompt';
import { providerError } from './provider-errors';
import { type ThinkingHabit, withoutThoughts, withoutUnopenedThoughts } from './unopened-thoughts';

const ANSWERS_MAX = 256;
const MODELS_MAX = 20;
const REPHRASED_TOKENS_MAX = 300;
/** A model of a provider, used over HTTP. */
export class HostedGenerator extends Generator {
  readonly description: GeneratorDescription;
  private readonly slots: Slots;
  private readonly models = new Map<string, Promise<ChatModel>>();
  private readonly habits = new Map<string, ThinkingHabit>();

  constructor(private readonly hosted: HostedModel) {
    super();
    const { description, answersMax = ANSWERS_MAX } = hosted;
    this.slots = new Slots({ slotsMax: answersMax, waitingMax: answersMax });
    this.description = description;
  }

  generate(request: GenerationRequest, { signal }: { readonly signal: AbortSignal }): AsyncGenerator<GenerationChunk> {
    return this.slots.stream({ signal }, () => this.generated(request, signal));
  }

  private async *generated(request: GenerationRequest, signal: AbortSignal): AsyncGenerator<GenerationChunk> {
    if (request.likeliestTokens !== undefined && !this.description.saysProbabilities)
      throw new AppError('invalid_request', `The model ${this.description.id} says no probabilities of tokens`);
    if (this.hosted.lacks?.tools && request.tools?.length)
      throw new AppError('invalid_request', `The model ${this.description.id} calls no functions: leave the tools out`);
    const model = await this.model(request);
    const prompt = generationPrompt(this.readable(request), this.description.contextTokensMax);
    const progress = new AnswerProgress();
    const patience = new Patience(this.hosted, signal);
    try {
      const call = { ...providerCall(request, this.hosted), prompt: this.said(prompt.messages) };
      const all = parts(model, call, patience);
      const holdsAll = request.jsonSchema !== undefined;
      for await (const part of withoutUnopenedThoughts(all, this.habit(request), { holdsAll })) {
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
      const { content, finishReason, usage } = await model.doGenerate({
        prompt: this.said(prompt),
        maxOutputTokens: REPHRASED_TOKENS_MAX,
        abortSignal: patience.signal,
      });
      const written = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
      const tokens = {
        input: usage.inputTokens.total ?? tokensIn(JSON.stringify(prompt)),
        output: usage.outputTokens.total ?? tokensIn(written),
      };
      // A truncated answer may consist of the model's thoughts.
      if (finishReason.unified === 'length') return { question, usedHistory: false, tokens };
      const text = withoutThoughts(written)
        .trim()
        .replace(/^"(.*)"$/s, '$1');
      if (text === '') throw new AppError('provider_failed', 'The model provider sent no rewritten question');
      if (text === LACKS_CONTEXT) return { question, usedHistory: false, lacksContext: true, tokens };
      return { question: text, usedHistory: text !== question, tokens };
    } catch (error) {
      throw patience.reason ?? providerError(error, this.hosted.title);
    } finally {
      patience.end();
    }
  }

  /** Removes attachments that the model does not read. */
  private readable(request: GenerationRequest): GenerationRequest {
    const readable = (images: readonly ImageInput[] | undefined) =>
      images?.filter(({ contentType }) => reads(this.description, contentType));
    const history = request.history.map((turn) =>
      turn.author === 'USER' ? { ...turn, images: readable(turn.images) } : turn,
    );
    return { ...request, history, images: readable(request.images) };
  }

  /** Some models think only when they are asked to. */
  private habit({ model, reasoning }: Pick<GenerationRequest, 'model' | 'reasoning'>): ThinkingHabit {
    const name = JSON.stringify([model, reasoning !== undefined]);
    const known = this.habits.get(name);
    if (known) return known;
    if (this.habits.size >= MODELS_MAX) this.habits.clear();
    const habit: ThinkingHabit = { kind: 'unknown', plainAnswers: 0 };
    this.habits.set(name, habit);
    return habit;
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

/** Moves the system prompt to the first turn of the user, for models without system prompts. */
function withoutSystem(messages: ChatCall['prompt']): ChatCall['prompt'] {
  const system = messages.flatMap((message) => (message.role === 'system' ? [message.content] : [])).join('\n\n');
  const others = messages.filter(({ role }) => role !== 'system');
  if (system === '') return others;
  const [first, ...rest] = others;
  const text = { type: 'text' as const, text: system };
  if (first?.role !== 'user') return [{ role: 'user', content: [text] }, ...others];
  return [{ ...first, content: [text, ...first.content] }, ...rest];
}
