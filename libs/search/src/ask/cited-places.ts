import type { SupportingSpan } from '@lectern/contracts/core';
import type { AnswerToGenerate, GeneratedValue } from '@lectern/contracts/understanding';
import { codePointLength } from '@lectern/text';

/** Id of a field or of one of its paragraphs: resource, letter and field, split of a conversation, range. */
const paragraphOrField = /^([0-9a-f]{32})\/([a-z])\/([^/]+)(?:\/([^/]+?))??(?:\/(\d+)-(\d+))?$/;

/** Sentences of an answer, with the positions of their sources in the resources of the context. */
export function withCitedPlaces(value: GeneratedValue, context: AnswerToGenerate['context']): GeneratedValue {
  if (!value.sentences) return value;
  const lengths = new Map(context.map(({ key, text }) => [key, codePointLength(text)]));
  const sentences = value.sentences.map((sentence) => ({
    ...sentence,
    sources: sentence.sources.map((source) => placed(source, lengths.get(source.key))),
  }));
  return { ...value, sentences };
}

/** The position in the field is known if the entry is the whole field or an unchanged part of it. */
function placed(source: SupportingSpan, entryLength: number | undefined): SupportingSpan {
  const [, resource, letter, id, split, from, until] = paragraphOrField.exec(source.key) ?? [];
  if (resource === undefined) return source;
  const field = `/${[letter, id, split].filter((part) => part !== undefined).join('/')}`;
  const start = Number(from ?? 0);
  const isPartAsItIs = until === undefined || Number(until) - start === entryLength;
  const range = isPartAsItIs && { field_start: start + source.start, field_end: start + source.end };
  return { ...source, resource, field, ...range };
}
