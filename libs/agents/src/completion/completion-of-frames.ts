import type {
  AgentCompletionChunk,
  AgentCompletionDelta,
  FrameContext,
  InteractionFrame,
  TextPiece,
} from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import { answerAnnotations } from './answer-annotations';
import { SpokenText, withoutDefinitions } from './footnote-text';

/** How a completion is written. */
export interface CompletionForm {
  /** Id of the workflow. */
  readonly model: string;
  /** Unix seconds. */
  readonly created: number;
  /** Whether a last chunk has the tokens. */
  readonly showsUsage: boolean;
}

/** Between an answer that a client has already, and the one that replaces it. */
const AGAIN = '\n\n';

/**
 * Frames of an interaction as chunks of a completion. Clients cannot take back what they have shown: an answer that is
 * begun again follows after an empty line.
 *
 * @throws AppError `provider_failed` with the reason why the interaction failed
 */
export async function* completionOfFrames(
  frames: AsyncIterable<InteractionFrame>,
  form: CompletionForm,
): AsyncGenerator<AgentCompletionChunk> {
  const state = new Completed(form);
  for await (const frame of frames) yield* state.take(frame);
  yield* state.end();
}

class Completed {
  private readonly contexts = new Map<string, FrameContext>();
  private readonly tokens = { input: 0, output: 0 };
  private readonly spoken = new SpokenText();
  private id = '';
  private hasBegun = false;
  /** Text of the answer that is being made, as it was shown. */
  private said = '';
  /** Whether the answer before is complete, so that another piece begins another answer. */
  private isOver = false;
  private isAnswered = false;

  constructor(private readonly form: CompletionForm) {}

  *take(frame: InteractionFrame): Generator<AgentCompletionChunk> {
    const { exception, context, step, streaming_response_chunk: piece, reasoning, answer } = frame;
    this.id ||= frame.original_question_uuid ?? '';
    if (exception) throw failedAnswer(exception.detail);
    if (context) this.contexts.set(context.id, context);
    if (step) {
      this.tokens.input += step.input_svc_tokens;
      this.tokens.output += step.output_svc_tokens;
    }
    if (reasoning && reasoning.text !== '') yield* this.add({ reasoning_content: reasoning.text });
    if (piece) yield* this.say(piece);
    if (answer !== null) yield* this.finish(frame, answer);
  }

  *end(): Generator<AgentCompletionChunk> {
    if (!this.isAnswered) throw failedAnswer('The agent ended without an answer');
    const choice = { index: 0, delta: {}, finish_reason: 'stop' as const };
    yield this.chunk([choice]);
    if (!this.form.showsUsage) return;
    // Frames count tokens in thousands.
    const [prompt_tokens, completion_tokens] = [this.tokens.input, this.tokens.output].map((sum) =>
      Math.round(sum * 1_000),
    ) as [number, number];
    const counted = { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
    yield { ...this.chunk([]), usage: { ...counted, prompt_tokens_details: {}, completion_tokens_details: {} } };
  }

  private *say({ text, last }: TextPiece): Generator<AgentCompletionChunk> {
    if (text !== '' && this.isOver) {
      this.isOver = false;
      if (this.said !== '') yield* this.add({ content: AGAIN });
      this.said = '';
    }
    yield* this.show(this.spoken.say(text));
    if (!last) return;
    yield* this.show(this.spoken.end());
    this.isOver = true;
  }

  private *finish(frame: InteractionFrame, answer: string): Generator<AgentCompletionChunk> {
    yield* this.show(this.spoken.end());
    const shown = withoutDefinitions(answer);
    if (shown.startsWith(this.said)) yield* this.show(shown.slice(this.said.length));
    else if (shown.trim() !== this.said.trim()) {
      yield* this.add({ content: AGAIN });
      this.said = '';
      yield* this.show(shown);
    }
    const annotations = answerAnnotations({ answer, shown }, frame.answer_citations, this.contexts);
    if (annotations.length > 0) yield* this.add({ annotations });
    if (!this.hasBegun) yield* this.add({ content: '' });
    this.isAnswered = true;
  }

  private *show(content: string): Generator<AgentCompletionChunk> {
    if (content === '') return;
    this.said += content;
    yield* this.add({ content });
  }

  private *add(delta: AgentCompletionDelta): Generator<AgentCompletionChunk> {
    if (!this.hasBegun) yield this.chunk([{ index: 0, delta: { role: 'assistant' }, finish_reason: null }]);
    this.hasBegun = true;
    yield this.chunk([{ index: 0, delta, finish_reason: null }]);
  }

  private chunk(choices: AgentCompletionChunk['choices']): AgentCompletionChunk {
    const { model, created } = this.form;
    return { id: `chatcmpl-${this.id}`, object: 'chat.completion.chunk', created, model, choices };
  }
}

function failedAnswer(detail: string): AppError {
  return new AppError('provider_failed', detail);
}
