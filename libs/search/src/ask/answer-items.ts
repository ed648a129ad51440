import { consumptionOf } from '@lectern/contracts/core';
import { type AskItem, type AskStatus, askStatuses, type AugmentedContext } from '@lectern/contracts/search';
import type { GeneratedValue } from '@lectern/contracts/understanding';

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
