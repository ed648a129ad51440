import type { ExtractedPart, FieldData } from '@lectern/contracts/knowledge-box';
import type { ResourceEntity } from '@lectern/resource-store';
import { codePointLength } from '@lectern/text';
import type { Long } from '../document/long';
import { type ExtractedContent, extractedData, type ParagraphVector } from '../extracted/extracted-data';
import { questionsAbout } from '../extracted/question-answers';

/** Fields stored as text in the row of their resource. */
export type GenericId = 'title' | 'summary';
/** Vectors of title and summary, by `{rid}/{id}`. */
export type GenericVectors = ReadonlyMap<string, readonly ParagraphVector[]>;

const kinds = { title: 'TITLE', summary: 'DESCRIPTION' } as const;
/** They have no processing results. */
const nothing = { summary: '', languages: [], mimeType: '', entities: [], links: [], errors: [] };

/** Title or summary of a resource in the form of a field; the text is one paragraph. */
export function genericData(
  resource: ResourceEntity,
  id: GenericId,
  shown: {
    readonly hasValue: boolean;
    readonly hasStatus: boolean;
    readonly extracted?: readonly ExtractedPart[];
    readonly vectors?: GenericVectors;
  },
): Long<FieldData> {
  const { extracted, vectors } = shown;
  const content = genericContent(resource, id, vectors?.get(`${resource.id}/${id}`));
  return {
    ...(shown.hasValue && { value: resource[id] }),
    ...(extracted && { extracted: extractedData('a', content, extracted) }),
    ...(shown.hasStatus && { status: 'PROCESSED' as const }),
  };
}

function genericContent(
  resource: ResourceEntity,
  id: GenericId,
  vectors?: readonly ParagraphVector[],
): ExtractedContent {
  const text = resource[id];
  const end = codePointLength(text);
  const paragraph = {
    start: 0,
    end,
    start_seconds: [],
    end_seconds: [],
    kind: kinds[id],
    classifications: [],
    sentences: [],
    key: `${resource.id}/a/${id}/0-${end}`,
    page: null,
    representation: null,
    relations: null,
  };
  return {
    text,
    paragraphs: [paragraph],
    extractedAt: resource.modified,
    vectors,
    questions: questionsAbout(resource.annotations, { letter: 'a', id }),
    understood: { ...nothing, language: resource.language },
  };
}
