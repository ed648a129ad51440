import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { type ParagraphKind, paragraphKinds } from '../../index/paragraph';
import { Anything, IsInstant, ListOf, Nested } from '../../validation/decorators';
import { text } from '../../validation/node';
import { KeyValueFieldPayload, LinkFieldPayload, StrategyNames, TextFieldPayload } from '../field/field.dto';
import { ExportedAugmentation } from '../exported-augmentation/exported-augmentation.dto';
import { FieldAnnotationPayload } from '../field-annotation/field-annotation.dto';
import { FIELD_ID, type FieldStatus } from '../../core/identifiers';
import {
  CLASSIFICATIONS_MAX,
  FILENAME_CHARS_MAX,
  LABEL_CHARS_MAX,
  LANGUAGE_TAG,
  LANGUAGES_MAX,
  MEDIA_TYPE_CHARS_MAX,
  MESSAGES_MAX,
  VECTORSET_CHARS_MAX,
} from '../limits';
import { CreateResourcePayload } from '../resource-payload/resource-payload.dto';
import { IsWebAddress, RequestHeaders } from '../http-request';

/** Header of the file of an export. */
export const EXPORT_FORMAT = 'lectern-knowledge-box';
/**
 * Version of the format that is written. Version 1 has no conversations, key-value fields, labelsets, synonyms, schemas
 * and search configurations, and no annotations of fields.
 */
export const EXPORT_VERSION = 2;
/** Versions that are read. */
export const EXPORT_VERSIONS: readonly number[] = [1, EXPORT_VERSION];

/** Stored files of a resource, attachments of its messages included. */
export const RESOURCE_BINARIES_MAX = 100_000;

/** Vectorsets of a file. */
export const EXPORTED_VECTORSETS_MAX = 64;
/**
 * Pictures of a file: of 1,000 pages, and its preview; the file that browsers show, the positions of words and the rows
 * of sheets.
 */
export const FILE_PICTURES_MAX = 1_004;
const LINK_PICTURES_MAX = 2;
/** Names of pictures of files and links. */
const PICTURE_NAME = new RegExp(
  '^(?:(?:file|link)_thumbnail|file_preview|link_image|' +
    'generated/(?:(?:structures|rows)\\.json|extracted_images_(?:0|[1-9]\\d{0,4})\\.png))$',
);

/** Paragraphs of a field. */
export const FIELD_PARAGRAPHS_MAX = 300_000;
/** Texts that processing found, such as headings. */
const FOUND_CHARS_MAX = 1_000_000;
const FOUND_ITEMS_MAX = 100_000;
/** Annotated fields of a resource: the annotations of all of them have at most 400,000 characters. */
const ANNOTATED_FIELDS_MAX = 10_000;
/** MD5 in hexadecimal digits, or nothing. */
const MD5_OR_NOTHING = /^(?:[0-9a-fA-F]{32})?$/;
/** Sealed texts of the secrets of a field. */
const SEALED_CHARS_MAX = 8_000_000;

/** A model whose vectors a file has. */
export class ExportedVectorset {
  /** Name of the model. */
  @IsString() @MaxLength(VECTORSET_CHARS_MAX) id!: string;
  /** Numbers of a vector. */
  @IsInt() @Min(1) @Max(65_536) dimensions!: number;
}

/** Of a resource: each of at most 1,000 tasks may have found something in many fields. */
const AUGMENTATIONS_MAX = 100_000;

/** The first item of a file (`LRN`). */
export class ExportedHead {
  /** `lectern-knowledge-box`. */
  @IsString() @MaxLength(100) format!: string;
  /** Version of the format. */
  @IsInt() version!: number;
  /** Configuration of the box, without keys; null without one. */
  @IsOptional() @Anything() learning_configuration?: unknown;
  /** Models whose vectors the file has; items name them by their place in this list. */
  @ListOf(() => ExportedVectorset, { max: EXPORTED_VECTORSETS_MAX }) vectorsets!: ExportedVectorset[];
  /** How many resources follow. */
  @IsInt() @Min(0) resources!: number;
  /** Whether some of them are hidden. */
  @IsBoolean() has_hidden!: boolean;
}

/** The beginning of a stored file (`BIN`); its bytes follow. */
export class ExportedBinary {
  /** Number by which a field or message of the next resource names it: how many came before, from 0. */
  @IsInt() @Min(0) @Max(RESOURCE_BINARIES_MAX - 1) number!: number;
  /** Bytes that follow. */
  @IsInt() @Min(0) size!: number;
}

/** A resource (`RES`); its fields follow. */
export class ExportedResource {
  /** 32 hex digits. */
  @Matches(/^[0-9a-f]{32}$/) id!: string;
  /** Body of a request that creates the resource, without its fields and the results of processing. */
  @Nested(() => CreateResourcePayload) payload!: CreateResourcePayload;
  /** Title, as given or found by processing. */
  @IsString() @MaxLength(FOUND_CHARS_MAX) title!: string;
  /** Summary, as given or found by processing. */
  @IsString() @MaxLength(FOUND_CHARS_MAX) summary!: string;
  /** Media type, as given or found by processing. */
  @IsString() @MaxLength(FILENAME_CHARS_MAX) icon!: string;
  /** Whether a title found by processing may replace this one. */
  @IsBoolean() title_is_provisional!: boolean;
  /** Whether processing found the summary. */
  @IsBoolean() summary_is_provisional!: boolean;
  /** Id of the file field whose picture is the thumbnail of the resource, unless a user chose another one. */
  @IsOptional() @Matches(FIELD_ID) thumbnail_field?: string | null;
  /** Id of the link field whose picture is its thumbnail; absent with `thumbnail_field`. */
  @IsOptional() @Matches(FIELD_ID) thumbnail_link?: string | null;
  /** Annotations of its fields by users. */
  @ListOf(() => FieldAnnotationPayload, { max: ANNOTATED_FIELDS_MAX }) annotations: FieldAnnotationPayload[] = [];
  /** Findings of agents in its fields. */
  @ListOf(() => ExportedAugmentation, { max: AUGMENTATIONS_MAX }) augmentations: ExportedAugmentation[] = [];
  /** When it was created. */
  @IsInstant() created!: string;
  /** When a caller last changed it. */
  @IsInstant() modified!: string;
}

/** A picture of a file or of a link, or the positions of words; the bytes are in the export. */
export class ExportedPicture {
  /** Number of the binary. */
  @IsInt() @Min(0) binary!: number;
  /**
   * `file_thumbnail`, `file_preview`, `generated/extracted_images_{page}.png` with the number of the page, from 0, or
   * `generated/structures.json`; of a link `link_thumbnail` or `link_image`.
   */
  @Matches(PICTURE_NAME) name!: string;
  /** Media type. */
  @IsIn(['image/png', 'image/jpeg', 'application/json', 'application/pdf']) content_type!: string;
}

/**
 * A file of a field: one whose bytes are in the export (`binary`), one at an address (`uri`), or one whose bytes were
 * removed when it was processed (neither of the two).
 */
export class ExportedFile extends StrategyNames {
  /** Number of the binary. */
  @IsOptional() @IsInt() @Min(0) binary?: number | null;
  /** Address of an external file. */
  @IsOptional() @IsString() @IsWebAddress() uri?: string | null;
  /** Name of the file. */
  @IsString() @MaxLength(FILENAME_CHARS_MAX) filename!: string;
  /** Media type, as the uploader said. */
  @IsString() @MaxLength(MEDIA_TYPE_CHARS_MAX) content_type!: string;
  /** Whether its bytes are removed once it is processed. */
  @IsBoolean() is_discarded: boolean = false;
  /** Bytes that a removed file had. */
  @IsInt() @Min(0) size: number = 0;
  /** MD5 of an external file, as it was given, or of a removed one; else empty. */
  @Matches(MD5_OR_NOTHING) md5!: string;
  /** Language tag, or empty. */
  @Matches(LANGUAGE_TAG) language!: string;
  /** Names of headers with which an external file is fetched. */
  @IsOptional() @RequestHeaders() extra_headers?: Record<string, string> | null;
  /** Pictures of it and of its pages, and the places of words. */
  @ListOf(() => ExportedPicture, { max: FILE_PICTURES_MAX }) pictures: ExportedPicture[] = [];
}

/** A conversation, without its messages. */
export class ExportedConversation extends StrategyNames {
  /** Items `MSG` that follow, those of deleted messages included. */
  @IsInt() @Min(0) @Max(MESSAGES_MAX) messages!: number;
}

/** Why processing of a field failed, or what it left out. */
export class ExportedError {
  /** The event. */
  @IsString() @MaxLength(FOUND_CHARS_MAX) body!: string;
  /** Kind of the error. */
  @IsInt() @Min(0) @Max(4) code!: number;
  /** When it happened. */
  @IsOptional() @IsInstant() created?: string | null;
  /** Whether the field failed. */
  @IsIn(['ERROR', 'WARNING']) severity!: 'ERROR' | 'WARNING';
}

/**
 * The title or summary of the resource before it (`GEN`), as the resource has it; vectors (`VEC`) of its only paragraph
 * follow.
 */
export class ExportedGeneric {
  /** Which of the two. */
  @IsIn(['title', 'summary']) id!: 'title' | 'summary';
}

/** A field of the resource before it (`FLD`); its results follow. Exactly one content is present. */
export class ExportedField {
  /** Letter of its type. */
  @IsIn(['t', 'f', 'u', 'c', 'k']) letter!: 't' | 'f' | 'u' | 'c' | 'k';
  /** Id of the field. */
  @Matches(FIELD_ID) id!: string;
  /** A text. */
  @IsOptional() @Nested(() => TextFieldPayload) text?: TextFieldPayload | null;
  /** A page, with the names of its secrets. */
  @IsOptional() @Nested(() => LinkFieldPayload) link?: LinkFieldPayload | null;
  /** Preview pictures of the page. */
  @ListOf(() => ExportedPicture, { max: LINK_PICTURES_MAX }) link_pictures: ExportedPicture[] = [];
  /** A file. */
  @IsOptional() @Nested(() => ExportedFile) file?: ExportedFile | null;
  /** A conversation, whose messages follow the results of the field. */
  @IsOptional() @Nested(() => ExportedConversation) conversation?: ExportedConversation | null;
  /** Values by key. The schema with the id of the field may have changed since, or be gone. */
  @IsOptional() @Nested(() => KeyValueFieldPayload) key_value?: KeyValueFieldPayload | null;
  /** When a page or file was sent. */
  @IsOptional() @IsInstant() added?: string | null;
  /** Whether names and a summary are extracted from it. */
  @IsBoolean() ml_text: boolean = true;
  /** Its secrets, sealed for the box or the backup that the file is of. */
  @IsOptional() @IsString() @MaxLength(SEALED_CHARS_MAX) sealed?: string | null;
  /** How far processing is. */
  @IsIn(['PENDING', 'PROCESSED', 'ERROR']) status!: FieldStatus;
  /** Errors and warnings of the last processing. */
  @ListOf(() => ExportedError, { max: 300 }) errors!: ExportedError[];
}

/** A place in a text, in code points. */
export class ExportedRange {
  /** First code point. */
  @IsInt() @Min(0) start!: number;
  /** End, exclusive, in code points. */
  @IsInt() @Min(0) end!: number;
}

/** A name that the text mentions. */
export class ExportedEntity {
  /** The name. */
  @IsString() @MaxLength(FOUND_CHARS_MAX) text!: string;
  /** Type of the entity. */
  @IsString() @MaxLength(LABEL_CHARS_MAX) label!: string;
  /** Where the text mentions it. */
  @ListOf(() => ExportedRange, { max: 1_000 }) positions!: ExportedRange[];
}

/** Metadata that a page declares. */
export class ExportedPage {
  /** Title. */
  @IsOptional() @IsString() @MaxLength(FOUND_CHARS_MAX) title?: string;
  /** Description. */
  @IsOptional() @IsString() @MaxLength(FOUND_CHARS_MAX) description?: string;
  /** Address of a picture. */
  @IsOptional() @IsString() @MaxLength(FOUND_CHARS_MAX) image?: string;
}

/** Error when a field was read. */
export class ExportedProblem {
  /** Kind of the error. */
  @IsInt() @Min(0) @Max(4) code!: number;
  /** Whether the field failed. */
  @IsIn(['ERROR', 'WARNING']) severity!: 'ERROR' | 'WARNING';
  /** The event. */
  @IsString() @MaxLength(FOUND_CHARS_MAX) text!: string;
}

/** Results of a field other than text and paragraphs. */
export class ExportedUnderstanding {
  /** Title found in the content. */
  @IsOptional() @IsString() @MaxLength(FOUND_CHARS_MAX) title?: string;
  /** Sentences that sum it up. */
  @IsString() @MaxLength(FOUND_CHARS_MAX) summary!: string;
  /** Main language, or empty. */
  @Matches(LANGUAGE_TAG) language!: string;
  /** Languages of the paragraphs. */
  @ListOf(text({ patterns: [LANGUAGE_TAG] }), { max: LANGUAGES_MAX }) languages!: string[];
  /** Media type that the content turned out to have. */
  @IsString() @MaxLength(FILENAME_CHARS_MAX) mimeType!: string;
  /** Names that the text mentions. */
  @ListOf(() => ExportedEntity, { max: 4_000 }) entities!: ExportedEntity[];
  /** Addresses that the content links to. */
  @ListOf(text({ maxLength: FOUND_CHARS_MAX }), { max: FOUND_ITEMS_MAX }) links!: string[];
  /** The errors. */
  @ListOf(() => ExportedProblem, { max: 1_000 }) errors!: ExportedProblem[];
  /** Of a link: metadata that its page declares. */
  @IsOptional() @Nested(() => ExportedPage) page?: ExportedPage;
  /** Pages of the content. */
  @IsOptional() @IsInt() @Min(0) pages?: number;
}

/** Results of the field before it (`EXT`); its text (`TXT`), paragraphs (`PAR`) and vectors (`VEC`) follow. */
export class ExportedFinding {
  /** Besides text and paragraphs. */
  @Nested(() => ExportedUnderstanding) understood!: ExportedUnderstanding;
  /** When it was found. */
  @IsInstant() extracted_at!: string;
}

/** A label of a paragraph. */
export class ExportedLabel {
  /** Labelset of a label. */
  @IsString() @MaxLength(LABEL_CHARS_MAX) labelset!: string;
  /** Label within the labelset. */
  @IsString() @MaxLength(LABEL_CHARS_MAX) label!: string;
}

/** The page of a paragraph. */
export class ExportedPageNumber {
  /** From 0. */
  @IsInt() @Min(0) page!: number;
  /** Whether a picture of it says more. */
  @IsBoolean() page_with_visual!: boolean;
}

/** How a table is kept. */
export class ExportedRepresentation {
  /** Whether it is a table. */
  @IsBoolean() is_a_table!: boolean;
  /** File with a picture of it. */
  @IsString() @MaxLength(FILENAME_CHARS_MAX) reference_file!: string;
}

/** A paragraph of a field's text. */
export class ExportedParagraph extends ExportedRange {
  /** The source of its text. */
  @IsIn(paragraphKinds) kind!: ParagraphKind;
  /** Seconds at which what it says begins. */
  @ListOf({ kind: 'number', whole: false }, { max: FOUND_ITEMS_MAX }) start_seconds!: number[];
  /** Seconds at which it ends. */
  @ListOf({ kind: 'number', whole: false }, { max: FOUND_ITEMS_MAX }) end_seconds!: number[];
  /** Labels of the paragraph. */
  @ListOf(() => ExportedLabel, { max: CLASSIFICATIONS_MAX }) classifications!: ExportedLabel[];
  /** Its sentences. */
  @ListOf(() => ExportedRange, { max: FOUND_ITEMS_MAX }) sentences!: ExportedRange[];
  /** Page that it begins on. */
  @IsOptional() @Nested(() => ExportedPageNumber) page?: ExportedPageNumber | null;
  /** Of a table. */
  @IsOptional() @Nested(() => ExportedRepresentation) representation?: ExportedRepresentation | null;
  /** Headings above it, outermost first. */
  @ListOf(text({ maxLength: FOUND_CHARS_MAX }), { max: 1_000 }) headings!: string[];
  /** Language, or empty. */
  @Matches(LANGUAGE_TAG) language!: string;
}

/** Paragraphs of a field that follow those before (`PAR`). */
export class ExportedParagraphs {
  /** In the order of the text. */
  @ListOf(() => ExportedParagraph, { max: FIELD_PARAGRAPHS_MAX }) paragraphs!: ExportedParagraph[];
}

/** The last item (`END`): totals of the file. */
export class ExportedCounts {
  /** Items `RES`. */
  @IsInt() @Min(0) resources!: number;
  /** Items `FLD`. */
  @IsInt() @Min(0) fields!: number;
  /** Items `BIN`. */
  @IsInt() @Min(0) binaries!: number;
  /** Items that are neither of a resource nor the first and last one. Version 1 does not count them. */
  @IsOptional() @IsInt() @Min(0) documents?: number;
}
