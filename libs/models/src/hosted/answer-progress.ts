import { AppError } from '@lectern/contracts/core';
import { checkedCitations } from './checked-citations';
import type { FinishReason, GenerationChunk, GenerationRequest } from '../generator';
import { tokensIn } from '@lectern/language';
import type { ChatPart } from './chat-model';
import { drawnImage, IMAGES_MAX } from './drawn-image';
import { likelyTokens } from './likely-tokens';
import { type BuiltPrompt, NO_ANSWER } from './prompt';
import { objectIn } from './structured-output';

const ANSWER_CHARACTERS_MAX = 2_000_000;

const finishReasons: Readonly<Record<string, FinishReason>> = {
  length: 'length',
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
};

/** Explanations for an answer that did not finish normally. */
const finishDetails: Readonly<Partial<Record<FinishReason, string>>> = {
  length: 'The answer is cut (length): the model reached its limit of tokens. Allow it more',
  content_filter: 'The answer is cut (content_filter): a filter of the model provider stopped it',
};

/** The state of an answer in progress. */
export class AnswerProgress {
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
    if (request.jsonSchema && !this.hasToolCalls) yield this.chunk({ type: 'object', object: this.object() });
    const details = finishDetails[this.finish];
    if (!this.started && details === undefined)
      throw new AppError('provider_failed', 'The model provider sent an empty answer');
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
    yield { type: 'status', code: isRefusal ? '-2' : '0', ...(details !== undefined && { details }) };
  }

  private object(): object {
    try {
      return objectIn(this.text);
    } catch (error) {
      const details = finishDetails[this.finish];
      throw details === undefined ? error : new AppError('provider_failed', details, {}, { cause: error });
    }
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
