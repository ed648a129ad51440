import { consumptionOf, type SupportingSpan } from '@lectern/contracts/core';
import { type AskItem, type AskStatus, askStatuses, type AugmentedContext } from '@lectern/contracts/search';
import type { GeneratedValue, AnswerToGenerate } from '@lectern/contracts/understanding';
import { codePointLength } from '@lectern/text';

/** Everything a generation returned besides its text; sent after the text. */
export interface GenerationEnd {
  readonly object?: object;
  readonly status: AskStatus;
  readonly details?: string;
  readonly citations?: GeneratedValue['citations'];
  readonly footnotes?: Readonly<Record<string, string>>;
  readonly sentences?: GeneratedValue['sentences'];
  readonly meta?: GeneratedValue;
}

/** Initial state, also used when the generation never started. */
export const generationStart: GenerationEnd = { status: 'success' };

/** The line to send at once for a value; undefined for values that are sent at the end. */
export function immediateItem(value: GeneratedValue): AskItem | undefined {
  if (value.type === 'text') return { type: 'answer', text: value.text ?? '' };
  if (value.type === 'reasoning') return { type: 'reasoning', text: value.text ?? '' };
  return undefined;
}

/** The end state after one more value. */
export function withValue(end: GenerationEnd, value: GeneratedValue): GenerationEnd {
  switch (value.type) {
    case 'object':
      return { ...end, object: value.object };
    case 'citations':
      return { ...end, citations: value.citations, sentences: value.sentences };
    case 'footnote_citations':
      return { ...end, footnotes: value.footnoteToContext, sentences: value.sentences };
    case 'status':
      return { ...end, status: statusOf(value.code), details: value.details };
    case 'meta':
      return { ...end, meta: value };
    default:
      return end;
  }
}

export function statusItem({ status, details }: GenerationEnd): AskItem {
  const said = status === 'error' ? (details ?? 'Unknown error') : status === 'success' ? details : undefined;
  return { type: 'status', code: askStatuses[status], status, ...(said !== undefined && { details: said }) };
}

/** The end of an answer. An answer without text is an error, for example when the model only reasoned. */
export function endOf(end: GenerationEnd, answer: string): GenerationEnd {
  if (end.status !== 'success' || answer !== '' || end.object) return end;
  return { ...end, status: 'error', details: end.details ?? 'The model sent no answer' };
}

/** Lines after the status of a successful answer, in the order of the interface. */
export function closingItems(
  end: GenerationEnd,
  options: { readonly showConsumption: boolean; readonly augmented: AugmentedContext },
): AskItem[] {
  const { citations, footnotes, sentences = [], meta } = end;
  const [input, output] = [meta?.inputTokens ?? 0, meta?.outputTokens ?? 0];
  const consumption = consumptionOf({ input, output, customerKey: meta?.customerKey });
  const normalised = consumption.normalized_tokens;
  return [
    { type: 'augmented_context', augmented: options.augmented },
    ...(citations ? [{ type: 'citations' as const, citations, sentences }] : []),
    ...(footnotes ? [{ type: 'footnote_citations' as const, footnote_to_context: footnotes, sentences }] : []),
    ...(meta
      ? [
          {
            type: 'metadata' as const,
            tokens: { input, output, input_svc: normalised.input, output_svc: normalised.output },
            timings: { generative_first_chunk: meta.firstChunkS, generative_total: meta.totalS },
          },
        ]
      : []),
    ...(meta && options.showConsumption ? [{ type: 'consumption' as const, ...consumption }] : []),
  ];
}

/** Keys of the context that the answer cites. */
export function citedKeys({ citations, footnotes, sentences = [] }: GenerationEnd): ReadonlySet<string> {
  const sources = sentences.flatMap((sentence) => sentence.sources.map(({ key }) => key));
  return new Set([...Object.keys(citations ?? {}), ...Object.values(footnotes ?? {}), ...sources]);
}

function statusOf(code: GeneratedValue['code']): AskStatus {
  if (code === '-1') return 'error';
  return code === '-2' ? 'no_context' : 'success';
}

/** Id of a field or of one of its paragraphs: resource, letter and field, split of a conversation, range. */
const paragraphOrField = /^([0-9a-f]{32})\/([a-z])\/([^/]+)(?:\/([^/]+?))??(?:\/(\d+)-(\d+))?$/;

/** Sentences of an answer, with the positions of their sources in the resources of the context. */
export function withCitedPositions(value: GeneratedValue, context: AnswerToGenerate['context']): GeneratedValue {
  if (!value.sentences) return value;
  const lengths = new Map(context.map(({ key, text }) => [key, codePointLength(text)]));
  const sentences = value.sentences.map((sentence) => ({
    ...sentence,
    sources: sentence.sources.map((source) => positioned(source, lengths.get(source.key))),
  }));
  return { ...value, sentences };
}

/** The position in the field is known if the entry is the whole field or an unchanged part of it. */
function positioned(source: SupportingSpan, entryLength: number | undefined): SupportingSpan {
  const [, resource, letter, id, split, from, until] = paragraphOrField.exec(source.key) ?? [];
  if (resource === undefined) return source;
  const field = `/${[letter, id, split].filter((part) => part !== undefined).join('/')}`;
  const start = Number(from ?? 0);
  const isPartAsItIs = until === undefined || Number(until) - start === entryLength;
  const range = isPartAsItIs && { field_start: start + source.start, field_end: start + source.end };
  return { ...source, resource, field, ...range };
}
