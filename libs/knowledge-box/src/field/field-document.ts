import {
  type AgentError,
  type CloudLink,
  type ExtractedPart,
  type Field,
  type FieldAnnotation,
  type FieldAugmentation,
  type FieldData,
  type FieldError,
  type FieldShow,
  fieldTypeOfLetter,
  type ResourceShow,
} from '@lectern/contracts/knowledge-box';
import {
  type FieldEntity,
  isOwnPreview,
  isOwnThumbnail,
  LINK_IMAGE,
  pictureLink,
  pictureNamed,
  PREVIEW,
  THUMBNAIL,
  thumbnailNames,
} from '@lectern/resource-store';
import type { Long } from '../document/long';
import { extractedData, type ExtractedContent } from '../extracted/extracted-data';
import { questionsAbout } from '../extracted/question-answers';

/** The same limit as in processing. */
const ERRORS_MAX = 300;
const DATA_AUGMENTATION = { code: 3, code_str: 'DATAAUGMENTATION' } as const;

/** A field with the requested processing results. */
export interface StoredField {
  readonly field: FieldEntity;
  readonly extracted?: ExtractedContent;
  /** Results of agents. */
  readonly findings?: readonly FieldAugmentation[];
}

/** The parts of the processing results to show. */
interface ExtractedShown {
  readonly extracted: readonly ExtractedPart[];
  /** User annotations on the resource's fields. */
  readonly annotations: readonly FieldAnnotation[];
}

/** One field of a resource in the form of the interface, limited to the requested members. */
export function fieldData(
  stored: StoredField,
  shown: ExtractedShown & { readonly show: readonly ResourceShow[] },
): Long<FieldData> {
  return {
    ...(shown.show.includes('values') && { value: shownValue(stored.field) }),
    ...(shown.show.includes('extracted') && extractedMember(stored, shown)),
    ...(shown.show.includes('errors') && statusMembers(stored)),
  };
}

/** The same for a field read on its own. */
export function fieldDocument(
  stored: StoredField,
  shown: ExtractedShown & { readonly show: readonly FieldShow[] },
): Long<Field> {
  const { field } = stored;
  return {
    field_type: fieldTypeOfLetter[field.letter],
    field_id: field.id,
    ...(shown.show.includes('value') && { value: shownValue(field) }),
    ...(shown.show.includes('extracted') && extractedMember(stored, shown)),
    ...(shown.show.includes('error') && statusMembers(stored)),
  };
}

function extractedMember({ field, extracted }: StoredField, { extracted: parts, annotations }: ExtractedShown) {
  if (!extracted) return undefined;
  const [thumbnail, preview] = [thumbnailOf(field, extracted), previewOf(field, extracted)];
  const [pages, image] = [pagesOf(field, extracted), pictureOf(field, extracted, LINK_IMAGE)];
  const questions = questionsAbout(annotations, field);
  return {
    extracted: extractedData(field.letter, { ...extracted, thumbnail, preview, pages, image, questions }, parts),
  };
}

/** An agent's failure does not change the field's status. */
function agentError({ text, at }: AgentError): FieldError {
  return { body: text, ...DATA_AUGMENTATION, created: at, severity: 'WARNING' };
}

/** Pictures of the pages, in order. */
function pagesOf(field: FieldEntity, { understood: { pictures = [] } }: ExtractedContent): readonly CloudLink[] {
  return pictures.filter(({ page }) => page !== undefined).map((picture) => pictureLink(field, picture));
}

function thumbnailOf(field: FieldEntity, extracted: ExtractedContent): CloudLink | undefined {
  const { letter, value } = field;
  if (letter !== 'f' && letter !== 'u') return undefined;
  const isItself = isOwnThumbnail(value, extracted.understood.mimeType);
  return (
    pictureOf(field, extracted, thumbnailNames[letter]) ?? (isItself ? ownLink(field, extracted, THUMBNAIL) : undefined)
  );
}

/** PDFs and small pictures are their own previews. */
function previewOf(field: FieldEntity, extracted: ExtractedContent): CloudLink | undefined {
  const isItself = isOwnPreview(field.value, extracted.understood.mimeType);
  return pictureOf(field, extracted, PREVIEW) ?? (isItself ? ownLink(field, extracted, PREVIEW) : undefined);
}

function pictureOf(field: FieldEntity, { understood }: ExtractedContent, name: string): CloudLink | undefined {
  const picture = pictureNamed(understood, name);
  return picture && pictureLink(field, picture);
}

/** A link to the file itself, if it has this name among its pictures. */
function ownLink(field: FieldEntity, { understood }: ExtractedContent, name: string): CloudLink | undefined {
  const { value } = field;
  if (typeof value === 'string' || !('file' in value)) return undefined;
  const { size: sizeBytes, md5 } = value.file;
  return pictureLink(field, { name, key: '', contentType: understood.mimeType, sizeBytes, md5 });
}

/** The credentials for fetching an external file may be secret. */
function shownValue({ value }: FieldEntity): FieldEntity['value'] {
  if (typeof value === 'string' || !('external' in value)) return value;
  const { extra_headers: _, ...shown } = value;
  return shown;
}

function statusMembers({ field, findings = [] }: StoredField): Pick<FieldData, 'status' | 'errors' | 'error'> {
  const { status, errors: own } = field;
  const errors = [...own, ...findings.flatMap((one) => one.errors ?? []).map(agentError)].slice(0, ERRORS_MAX);
  return { status, ...(errors.length > 0 && { errors, error: errors.at(-1) }) };
}
