import { AppError } from '@lectern/contracts';
import { codePointLength } from '@lectern/text';
import { blockId, definitionLines } from '../footnotes';
import {
  Generator,
  type GenerationChunk,
  type GenerationRequest,
  type GeneratorDescription,
  type Rephrased,
  type RephraseRequest,
} from '../generator';
import { read, type Chosen } from './reader';
import { refusalIn } from './refusal';
import { rephraseByRule } from './rephrase';

/** As everywhere where no tokenizer is at hand. */
const charactersPerToken = 3;

interface Answer {
  /** What is streamed, in order. */
  readonly pieces: readonly string[];
  readonly text: string;
  readonly citations: Readonly<Record<string, readonly (readonly [number, number])[]>>;
  readonly footnotes: Readonly<Record<string, string>>;
}

/** Answers with sentences of the context, or says that none answers. Needs no model. */
export class LocalGenerator extends Generator {
  readonly description: GeneratorDescription = { id: 'local', languages: ['*'], contextTokensMax: 66_000, vision: false };

  async *generate(request: GenerationRequest, { signal }: { readonly signal: AbortSignal }): AsyncGenerator<GenerationChunk> {
    const start = performance.now();
    if (signal.aborted) throw new AppError('cancelled', 'Cancelled');
    const { chosen, language } = read(request.question, request.context);
    const answer = compose(fitting(chosen, request.answerTokensMax), request);
    const firstChunkS = (performance.now() - start) / 1000;
    for (const text of answer.pieces) {
      if (signal.aborted) throw new AppError('cancelled', 'Cancelled');
      yield { type: 'text', text };
    }
    if (answer.pieces.length === 0) yield { type: 'text', text: refusalIn(language) };
    else yield* citationChunks(answer, request);
    yield {
      type: 'meta',
      inputTokens: tokensIn(request.question) + request.context.reduce((sum, { text }) => sum + tokensIn(text), 0),
      outputTokens: tokensIn(answer.text),
      firstChunkS,
      totalS: (performance.now() - start) / 1000,
    };
    yield { type: 'status', code: answer.pieces.length === 0 ? '-2' : '0' };
  }

  async rephrase(request: RephraseRequest, { signal }: { readonly signal: AbortSignal }): Promise<Rephrased> {
    if (signal.aborted) throw new AppError('cancelled', 'Cancelled');
    return rephraseByRule(request);
  }
}

function* citationChunks(answer: Answer, { citations }: GenerationRequest): Chunks {
  if (citations === 'default') yield { type: 'citations', citations: answer.citations };
  if (citations === 'llm_footnotes') yield { type: 'footnote_citations', footnoteToContext: answer.footnotes };
}

type Chunks = globalThis.Generator<GenerationChunk, void, undefined>;

/** As many as an answer of that length may have, at least one. */
function fitting(chosen: readonly Chosen[], answerTokensMax: number | undefined): readonly Chosen[] {
  if (answerTokensMax === undefined) return chosen;
  let left = answerTokensMax;
  return chosen.filter(({ text }, index) => {
    left -= tokensIn(text);
    return index === 0 || left >= 0;
  });
}

function compose(chosen: readonly Chosen[], { citations, context }: GenerationRequest): Answer {
  const withMarks = citations === 'llm_footnotes';
  const marks = [...new Set(chosen.map(({ key }) => key))];
  const blocks = marks.map((key) => blockId(context.findIndex((entry) => entry.key === key)));
  const ranges: Record<string, [number, number][]> = {};
  const pieces: string[] = [];
  let at = 0;
  for (const { key, text, kind } of chosen) {
    const gap = pieces.length === 0 ? '' : kind === 'row' ? '\n' : ' ';
    const mark = withMarks ? ` [${marks.indexOf(key) + 1}]` : '';
    (ranges[key] ??= []).push([at + gap.length, at + gap.length + codePointLength(text)]);
    pieces.push(gap + text + mark);
    at += codePointLength(gap + text + mark);
  }
  if (withMarks && pieces.length > 0) pieces.push(`\n\n${definitionLines(blocks)}`);
  const footnotes = Object.fromEntries(marks.map((key, index) => [blocks[index] ?? '', key]));
  return { pieces, text: pieces.join(''), citations: ranges, footnotes };
}

function tokensIn(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}
