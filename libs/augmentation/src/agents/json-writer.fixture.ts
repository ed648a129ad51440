import type { GenerationChunk, GenerationRequest } from '@lectern/models';
import { Writer } from '../../../understanding/src/prediction/generator.fixture';
import { AgentModel } from './agent-model';

/** A model that writes texts and objects; the test derives its answer from the prompt. */
export class JsonWriter extends Writer {
  /** What it was asked. */
  readonly requests: GenerationRequest[] = [];

  constructor(
    private readonly reply: (prompt: string) => string | object,
    contextTokensMax?: number,
  ) {
    super(() => '', contextTokensMax);
  }

  override async *generate(request: GenerationRequest): AsyncGenerator<GenerationChunk> {
    const { user = '' } = request;
    this.requests.push(request);
    this.prompts.push(user);
    const reply = this.reply(user);
    yield typeof reply === 'string' ? { type: 'text', text: reply } : { type: 'object', object: reply };
    yield { type: 'meta', inputTokens: 10, outputTokens: 2, firstChunkS: 0, totalS: 0, finish: 'stop' };
    yield { type: 'status', code: '0' };
  }

  get agent(): AgentModel {
    return new AgentModel(this.named, new AbortController().signal);
  }
}

/** A text of paragraphs whose keys are their numbers. */
export function textOf(...paragraphs: readonly string[]) {
  let start = 0;
  const spans = paragraphs.map((paragraph, number) => {
    const span = { key: String(number), start, end: start + Array.from(paragraph).length };
    start = span.end + 2;
    return span;
  });
  return { text: paragraphs.join('\n\n'), paragraphs: spans };
}
