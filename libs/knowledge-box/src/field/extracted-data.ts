import { type ExtractedData, type ExtractedPart, type FieldMetadata, naiveUtc } from '@lectern/contracts';
import type { StoredField } from '../resource/resource-document';
import type { ExtractedFieldEntity } from './field.entity';
import { floatsOf } from './vector-bytes';

/** What processing found in a field, in the form of the interface: the parts asked for. */
export function extractedData(
  { field, vectors }: StoredField,
  extracted: ExtractedFieldEntity,
  parts: readonly ExtractedPart[],
): ExtractedData {
  const has = (part: ExtractedPart) => parts.includes(part);
  return {
    ...(has('text') && { text: { text: extracted.text, split_text: {}, deleted_splits: [] } }),
    ...((has('metadata') || has('shortened_metadata')) && {
      metadata: { metadata: fieldMetadata(extracted, has('metadata')), split_metadata: {}, deleted_splits: [] },
    }),
    ...(has('vectors') && vectors && vectorsMember(extracted, vectors.vectors)),
    ...(has('file') && field.letter === 'f' && { file: fileMember(extracted) }),
    ...(has('link') && field.letter === 'u' && { link: linkMember(extracted) }),
  };
}

function fieldMetadata({ paragraphs, understood, extractedAt }: ExtractedFieldEntity, whole: boolean): FieldMetadata {
  const at = naiveUtc(extractedAt);
  const entities = whole ? understood.entities : [];
  return {
    links: understood.links,
    paragraphs: paragraphs.map(({ headings: _headings, language: _language, ...paragraph }) => paragraph),
    ner: Object.fromEntries(entities.map(({ text, label }) => [text, label])),
    entities: whole ? { processor: { entities } } : {},
    classifications: [],
    last_index: at,
    last_understanding: at,
    last_extract: at,
    last_summary: at,
    last_processing_start: at,
    thumbnail: null,
    language: understood.language,
    summary: understood.summary,
    positions: Object.fromEntries(
      entities.map(({ text, label, positions }) => [`${label}/${text}`, { position: positions, entity: text }]),
    ),
    relations: null,
    mime_type: understood.mimeType,
  };
}

function vectorsMember({ paragraphs }: ExtractedFieldEntity, bytes: Buffer): Pick<ExtractedData, 'vectors'> {
  const floats = floatsOf(bytes);
  const dimensions = paragraphs.length === 0 ? 0 : floats.length / paragraphs.length;
  return {
    vectors: {
      vectors: {
        vectors: paragraphs.map(({ start, end }, i) => ({
          start,
          end,
          start_paragraph: start,
          end_paragraph: end,
          vector: [...floats.subarray(i * dimensions, (i + 1) * dimensions)],
        })),
      },
      split_vectors: {},
      deleted_splits: [],
    },
  };
}

function fileMember({ understood }: ExtractedFieldEntity): Record<string, unknown> {
  return {
    language: understood.language,
    metadata: {},
    nested: {},
    file_generated: {},
    file_rows_previews: {},
    nested_position: {},
    nested_list_position: {},
  };
}

function linkMember({ understood, extractedAt }: ExtractedFieldEntity): Record<string, unknown> {
  return {
    date: naiveUtc(extractedAt),
    language: understood.language,
    title: understood.page?.title ?? '',
    description: understood.page?.description ?? '',
    metadata: {},
    type: understood.mimeType,
    embed: '',
    file_generated: {},
  };
}
