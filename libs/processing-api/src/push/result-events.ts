import type { ProcessingResultEvent, ResultType } from '@lectern/contracts/understanding';
import { ParagraphText } from '@lectern/intake';
import { naiveUtc, paragraphKinds } from '@lectern/contracts/core';
import {
  fieldTypes,
  type MessageField,
  type MessageFile,
  type MessageMetadata,
  type MessageText,
  type MessageVectors,
  type ProcessedMessage,
} from '@lectern/augmentation';

/** Reads content that a message stores in files. */
export interface MessageReading {
  text(file: MessageFile): Promise<MessageText>;
  vectors(file: MessageFile): Promise<MessageVectors>;
}

type Event = Required<ProcessingResultEvent>;

const names = { FILE: 'file', LINK: 'link', TEXT: 'text', GENERIC: 'generic', CONVERSATION: 'conversation' } as const;
// Its keys are those of `fieldTypes`.
const nameOfType = new Map(Object.entries(fieldTypes).map(([name, number]) => [number, name as keyof typeof names]));

/** Events of a message in order, numbered from 1. Numbers do not depend on which events are requested. */
export async function* eventsOf(
  message: ProcessedMessage,
  reading: MessageReading,
  { types, after }: { readonly types: ReadonlySet<ResultType>; readonly after: number },
): AsyncGenerator<Event> {
  let id = 0;
  for (const { field } of message.field_metadata) {
    for await (const { type, split, data } of eventsOfField(message, field, reading)) {
      id += 1;
      if (id <= after || !types.has(type)) continue;
      const named = { field_type: names[nameOfType.get(field.field_type) ?? 'TEXT'], field: field.field };
      yield { id, data: { type, processing_id: message.processing_id, field: named, split, data } };
    }
  }
}

interface FieldEvent {
  readonly type: ResultType;
  readonly split: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

async function* eventsOfField(
  message: ProcessedMessage,
  field: MessageField,
  reading: MessageReading,
): AsyncGenerator<FieldEvent> {
  const isOwn = (one: { readonly field: MessageField }) =>
    one.field.field === field.field && one.field.field_type === field.field_type;
  const wrapper = message.extracted_text.find(isOwn);
  const text = wrapper?.file ? await reading.text(wrapper.file) : wrapper?.body;
  const metadata = message.field_metadata.find(isOwn)?.metadata;
  const vectors = new Map<string, MessageVectors>();
  for (const one of message.field_vectors.filter(isOwn)) {
    const own = one.file ? await reading.vectors(one.file) : one.vectors;
    if (own) vectors.set(one.vectorset_id, own);
  }
  const splits = Object.keys(metadata?.split_metadata ?? {});
  for (const split of splits.length > 0 ? splits : [null]) {
    const own = split === null ? metadata?.metadata : metadata?.split_metadata[split];
    const body = (split === null ? text?.text : text?.split_text[split]) ?? '';
    yield { type: 'FullText', split, data: { text: body } };
    if (!own) continue;
    yield* chunks(own, { body, split, vectors });
    yield { type: 'Metadata', split, data: shownMetadata(own) };
    if (own.links.length > 0) yield { type: 'Links', split, data: { links: own.links } };
  }
  if (field.field_type === fieldTypes.FILE) yield* fileEvents(message, field.field);
}

function* chunks(
  { paragraphs }: MessageMetadata,
  {
    body,
    split,
    vectors,
  }: { readonly body: string; readonly split: string | null; readonly vectors: ReadonlyMap<string, MessageVectors> },
): Generator<FieldEvent> {
  const piece = new ParagraphText(body);
  const bySet = [...vectors].map(([model, own]) => {
    const list = split === null ? own.vectors : own.split_vectors[split];
    return [model, list?.vectors ?? []] as const;
  });
  for (const [index, { start, end, kind, page, ...own }] of paragraphs.entries()) {
    const data = {
      index,
      start,
      end,
      text: piece.slice(start, end),
      kind: paragraphKinds[kind] ?? 'TEXT',
      page: page?.page ?? null,
      start_seconds: own.start_seconds,
      end_seconds: own.end_seconds,
      classifications: own.classifications,
      vectors: Object.fromEntries(bySet.map(([model, list]) => [model, list[index]?.vector ?? []])),
    };
    yield { type: 'Chunk', split, data };
  }
}

function* fileEvents({ file_extracted_data }: ProcessedMessage, id: string): Generator<FieldEvent> {
  const data = file_extracted_data.find(({ field }) => field === id);
  if (!data) return;
  if (data.file_thumbnail) yield { type: 'FileThumbnail', split: null, data: shownFile(data.file_thumbnail) };
  if (data.file_preview) yield { type: 'FilePreview', split: null, data: shownFile(data.file_preview) };
  for (const page of data.file_pages_previews?.pages ?? [])
    yield { type: 'FilePreview', split: null, data: shownFile(page) };
  for (const [key, file] of Object.entries(data.file_generated))
    yield { type: 'GeneratedFile', split: null, data: { key, ...shownFile(file) } };
}

function shownFile({ uri: token, content_type, size, filename }: MessageFile) {
  return { token, content_type, size, filename };
}

/** Without paragraphs, which are sent as chunks. */
function shownMetadata(metadata: MessageMetadata): Readonly<Record<string, unknown>> {
  const { links, ner, classifications, language, summary, mime_type, positions, entities } = metadata;
  const last = naiveUtc(new Date(metadata.last_index.seconds * 1_000));
  return { links, ner, classifications, language, summary, mime_type, positions, entities, last_index: last };
}
