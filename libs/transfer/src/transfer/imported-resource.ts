import { AppError, naiveUtc, parseInstant, sentencePositions, sentencesAt } from '@lectern/contracts/core';
import {
  errorCodeNames,
  type ExportedField,
  type ExportedParagraph,
  type ExportedResource,
  type FieldError,
  type FileFieldValue,
  KV_SCHEMA_ID,
} from '@lectern/contracts/knowledge-box';
import type { UnderstoodParagraph } from '@lectern/contracts/understanding';
import {
  type FieldKey,
  type NewField,
  newConversationField,
  newFileField,
  newKeyValueField,
  newLinkField,
  newTextField,
  type ResourceEntity,
  thumbnailUri,
} from '@lectern/resource-store';
import {
  downloadUri,
  mergedAugmentations,
  mergedAnnotations,
  statedRelations,
  type HiddenSettings,
  newResource,
} from '@lectern/knowledge-box';

/** The box into which a file is imported. */
export interface ImportTarget {
  readonly kbid: string;
  readonly settings: HiddenSettings;
}

/** A file of the resource whose bytes are already in the blob store. */
export interface ImportedBinary {
  readonly key: string;
  readonly sizeBytes: number;
  readonly md5: string;
}

/** @throws AppError `invalid_request` when it may not be hidden */
export function importedResource(item: ExportedResource, { kbid, settings }: ImportTarget): ResourceEntity {
  const created = instant(item.created);
  const { id: rid, thumbnail_field: file, thumbnail_link: link } = item;
  return {
    ...newResource({ kbid, rid, payload: item.payload, settings, now: created }),
    ...(link && { thumbnail: thumbnailUri({ kbid, rid, letter: 'u', id: link }) }),
    ...(file && { thumbnail: thumbnailUri({ kbid, rid, letter: 'f', id: file }) }),
    annotations: mergedAnnotations(rid, [], item.annotations),
    augmentations: mergedAugmentations(
      [],
      item.augmentations.map((one) => ({ ...one, relations: statedRelations(rid, one.relations) })),
    ),
    title: item.title,
    titleIsProvisional: item.title_is_provisional,
    summary: item.summary,
    summaryIsProvisional: item.summary_is_provisional,
    icon: item.icon,
    created,
    modified: instant(item.modified),
    version: 0,
  };
}

/** @throws AppError `bad_request` unless it has exactly the content that its letter requires, `invalid_request` */
export function importedField(
  item: ExportedField,
  target: { readonly kbid: string; readonly rid: string },
  binaries: ReadonlyMap<number, ImportedBinary>,
): NewField {
  const { letter, id, text, link, file, key_value: keyValue } = item;
  const added = instant(item.added ?? '1970-01-01');
  if (letter === 't' && text) return newTextField(id, text);
  if (letter === 'u' && link) return newLinkField(id, link, added);
  if (letter === 'f' && file) return importedFile(id, { file, added, target }, binaries);
  if (letter === 'c' && item.conversation) return newConversationField(id, [], item.conversation);
  if (letter === 'k' && keyValue) {
    if (KV_SCHEMA_ID.test(id)) return newKeyValueField(id, keyValue);
    throw new AppError('bad_request', `No key-value field has the id ${id}`);
  }
  throw new AppError('bad_request', `The field ${letter}/${id} has no content`);
}

function importedFile(
  id: string,
  {
    file,
    added: now,
    target,
  }: {
    readonly file: NonNullable<ExportedField['file']>;
    readonly added: Date;
    readonly target: { readonly kbid: string; readonly rid: string };
  },
  binaries: ReadonlyMap<number, ImportedBinary>,
): NewField {
  const { filename, content_type: contentType, language, md5, is_discarded: isDiscarded } = file;
  const { extract_strategy, split_strategy } = file;
  const options = { language, now, extract_strategy, split_strategy };
  if (file.uri) {
    const description = { uri: file.uri, sizeBytes: 0, contentType, filename, md5, blobKey: null };
    const external = { content_type: contentType, extra_headers: { ...file.extra_headers } };
    return newFileField(id, description, { ...options, file: external });
  }
  const number = file.binary ?? undefined;
  if (isDiscarded && number === undefined) {
    return discardedFile(id, { uri: '', sizeBytes: file.size, contentType, filename, md5, blobKey: null }, options);
  }
  const binary = number === undefined ? undefined : binaries.get(number);
  if (!binary) throw new AppError('bad_request', `The bytes of the field f/${id} are missing`);
  const { key: blobKey, ...bytes } = binary;
  const uri = downloadUri({ ...target, fieldId: id, skipStore: isDiscarded });
  return newFileField(id, { uri, contentType, filename, ...bytes, blobKey }, options);
}

/** A file whose bytes were deleted after processing. */
function discardedFile(...given: Parameters<typeof newFileField>): NewField {
  const field = newFileField(...given);
  const { extra_headers: _none, ...value } = field.value as FileFieldValue; // as created by `newFileField`
  return { ...field, value: { ...value, external: false } };
}

export function importedErrors(errors: ExportedField['errors']): FieldError[] {
  return errors.map(({ body, code, created, severity }) => ({
    body,
    code,
    code_str: errorCodeNames[code] ?? 'GENERIC',
    created: created ? naiveUtc(instant(created)) : null,
    severity,
  }));
}

/** Paragraph ids contain positions, so they are derived rather than read. */
export function importedParagraph(item: ExportedParagraph, { rid, letter, id }: FieldKey): UnderstoodParagraph {
  return {
    start: item.start,
    end: item.end,
    start_seconds: item.start_seconds,
    end_seconds: item.end_seconds,
    kind: item.kind,
    classifications: item.classifications,
    sentences: sentencePositions(item.sentences),
    key: `${rid}/${letter}/${id}/${item.start}-${item.end}`,
    page: item.page ?? null,
    representation: item.representation ?? null,
    relations: null,
    headings: item.headings,
    language: item.language,
  };
}

/**
 * @param behind the latest start of the preceding paragraphs
 * @throws AppError `bad_request` for a paragraph that is outside the text or out of order
 */
export function checkTarget(
  { start, end, sentences }: UnderstoodParagraph,
  { behind, chars }: { readonly behind: number; readonly chars: number },
): void {
  const isWithin = (range: { readonly start: number; readonly end: number }) =>
    range.start <= range.end && range.end <= chars;
  if (isWithin({ start, end }) && start >= behind && sentencesAt(sentences).every(isWithin)) return;
  throw new AppError('bad_request', `The paragraph ${start}-${end} is not where the text has it`);
}

/** Vectors have at most unit length, up to rounding. */
const NORM_MAX = 1.01;

/** @throws AppError `bad_request` */
export function checkVectors(floats: Float32Array, dimensions: number): void {
  for (let from = 0; from < floats.length; from += dimensions) {
    let squares = 0;
    for (let i = from; i < from + dimensions; i += 1) squares += (floats[i] ?? 0) ** 2;
    if (!(squares <= NORM_MAX)) throw new AppError('bad_request', 'A vector is not of unit length');
  }
}

function instant(text: string): Date {
  const date = parseInstant(text);
  if (!date) throw new AppError('bad_request', `${text} is no date`);
  return date;
}
