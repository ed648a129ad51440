import { IsBoolean, IsInt, IsOptional, Max, Min } from 'class-validator';
import type { FieldType } from '../../core/identifiers';
import { PARAGRAPH_KEY_CHARS_MAX } from '../../knowledge-box/limits';
import type { FieldData, ResourceOrigin } from '../../knowledge-box/resource/resource.dto';
import type { ResourceSecurity } from '../../knowledge-box/resource-payload/resource-payload.dto';
import { Either, ForbidUnknown, ListOf, Nested } from '../../validation/decorators';
import { text } from '../../validation/node';
import { RequestSecurity } from '../filtered-request/filtered-request.dto';

/** Paragraphs of one request. */
export const HYDRATED_PARAGRAPHS_MAX = 50;
/** Paragraphs on one side of another. */
export const NEIGHBOURS_MAX = 10;

/** Id of a resource in either form: 32 hex digits, or with hyphens. */
export const RESOURCE_ID = '[0-9a-fA-F]{8}(-?[0-9a-fA-F]{4}){3}-?[0-9a-fA-F]{12}';
/** `{rid}/{letter}/{field}[/{ident}]/{start}-{end}` */
export const PARAGRAPH_ID = new RegExp(`^${RESOURCE_ID}/[a-z]/[^/]+(/[^/]+)?/\\d+-\\d+$`, 'u');

/** Members to return of resources. */
@ForbidUnknown()
export class ResourceHydration {
  /** Whether their title is. */
  @IsBoolean() title: boolean = true;
  /** Whether their summary is. */
  @IsBoolean() summary: boolean = false;
  /** Whether where they come from is. */
  @IsBoolean() origin: boolean = false;
  /** Whether who may find them is. */
  @IsBoolean() security: boolean = false;
}

/** Members to return of fields. */
@ForbidUnknown()
export class FieldHydration {
  /** Whether the value that was sent is. */
  @IsBoolean() value: boolean = false;
  /** Whether the extracted text is, of conversations by message. */
  @IsBoolean() text: boolean = false;
}

/** How many paragraphs around each are named. */
@ForbidUnknown()
export class NeighbourHydration {
  /** Those before it, at most 10. */
  @IsInt() @Min(0) @Max(NEIGHBOURS_MAX) before: number = 0;
  /** Those after it, at most 10. */
  @IsInt() @Min(0) @Max(NEIGHBOURS_MAX) after: number = 0;
}

/** Other paragraphs that are returned: of the same field; in a conversation, of the same message. */
@ForbidUnknown()
export class RelatedHydration {
  /** Those around each. */
  @IsOptional() @Nested(() => NeighbourHydration) neighbours?: NeighbourHydration | null;
  /** Whether those are in which the headings above each stand. */
  @IsBoolean() parents: boolean = false;
  /** Whether those below the same headings are: the nearest ones, at most 10 on each side. */
  @IsBoolean() siblings: boolean = false;
  /** Whether those with the same text are, at most 10: any of them says what the others do. */
  @IsBoolean() replacements: boolean = false;
}

/** Members to return of texts that were read from pictures. */
@ForbidUnknown()
export class ImageHydration {
  /** Whether the path of the picture is. */
  @IsBoolean() source_image: boolean = false;
}

/** Members to return of tables. */
@ForbidUnknown()
export class TableHydration {
  /** Whether the path of the picture of the page is. Tables are not kept as pictures of their own. */
  @IsBoolean() table_page_preview: boolean = false;
}

/** Members to return of pages. */
@ForbidUnknown()
export class PageHydration {
  /** Whether the path of the picture of the page is. */
  @IsBoolean() page_with_visual: boolean = false;
}

/** Members to return of paragraphs. */
@ForbidUnknown()
export class ParagraphHydration {
  /** Whether their text is. */
  @IsBoolean() text: boolean = true;
  /** Other paragraphs, which are returned as well. */
  @IsOptional() @Nested(() => RelatedHydration) related?: RelatedHydration | null;
  /** Pictures that texts were read from. */
  @IsOptional() @Nested(() => ImageHydration) image?: ImageHydration | null;
  /** Pictures for tables. */
  @IsOptional() @Nested(() => TableHydration) table?: TableHydration | null;
  /** Pictures of pages. */
  @IsOptional() @Nested(() => PageHydration) page?: PageHydration | null;
}

/** Objects to return; without a member none of that kind is returned. */
@ForbidUnknown()
export class Hydration {
  /** Of the resources of the paragraphs. */
  @IsOptional() @Nested(() => ResourceHydration) resource?: ResourceHydration | null;
  /** Of the fields of the paragraphs. */
  @IsOptional() @Nested(() => FieldHydration) field?: FieldHydration | null;
  /** Of the paragraphs themselves. */
  @IsOptional() @Nested(() => ParagraphHydration) paragraph?: ParagraphHydration | null;
}

/** Paragraphs, and the members to return of them. Unknown members are refused. */
@ForbidUnknown()
export class HydrateRequest {
  /** Ids of paragraphs, at most 50. Those that do not exist, or that the caller may not see, are left out. */
  @ListOf(text({ maxLength: PARAGRAPH_KEY_CHARS_MAX, patterns: [PARAGRAPH_ID] }), { max: HYDRATED_PARAGRAPHS_MAX })
  data!: string[];
  /** Members to return. */
  @Nested(() => Hydration) hydration!: Hydration;
  /** Whether paragraphs of hidden resources are returned, too. Guests of a published box never see them. */
  @IsBoolean() show_hidden: boolean = false;
  /**
   * Groups of the caller. Without it everything is returned, unless the box enforces security: then only public
   * content.
   */
  @IsOptional() @Either(() => RequestSecurity) security?: RequestSecurity | null;
}

/** A resource, as far as the request selects it. */
export interface HydratedResource {
  /** Id of the resource. */
  readonly id: string;
  /** Name in addresses. */
  readonly slug: string;
  /** Its title. */
  readonly title?: string;
  /** Its summary. */
  readonly summary?: string;
  /** Where it comes from; absent when nothing was sent. */
  readonly origin?: ResourceOrigin;
  /** Who may find it; absent when nothing was sent. */
  readonly security?: ResourceSecurity;
}

/** A field, as far as the request selects it. */
export interface HydratedField {
  /** Id of the field: `{rid}/{letter}/{field}`. */
  readonly id: string;
  /** Id of its resource. */
  readonly resource: string;
  /** Type of the field. */
  readonly field_type: FieldType;
  /** The value that was sent. */
  readonly value?: FieldData['value'];
  /** The extracted text; empty for a conversation. */
  readonly text?: string;
  /** Texts of the messages of a conversation by ident. */
  readonly split_text?: Readonly<Record<string, string>>;
}

/** A paragraph, as far as the request selects it. */
export interface HydratedParagraph {
  /** Id of the paragraph. */
  readonly id: string;
  /** Id of its field. */
  readonly field: string;
  /** Id of its resource. */
  readonly resource: string;
  /** Its text. */
  readonly text?: string;
  /** Other paragraphs, by id: those that are requested; absent for those that are only returned with others. */
  readonly related?: {
    /** Those around it, in their order. */
    readonly neighbours?: {
      /** Those before it. */
      readonly before: readonly string[];
      /** Those after it. */
      readonly after: readonly string[];
    };
    /** Those in which the headings above it stand, the innermost first. */
    readonly parents?: readonly string[];
    /** Those below the same headings, in their order. */
    readonly siblings?: readonly string[];
    /** Those with the same text, in their order. */
    readonly replacements?: readonly string[];
  };
  /** Of a text that was read from a picture, where that is requested. */
  readonly image?: {
    /** Path of the picture below `/api/v1`. */
    readonly source_image: string;
  };
  /** Of a table, where that is requested. */
  readonly table?: {
    /** Path of the picture of its page below `/api/v1`. */
    readonly page_preview_ref: string;
  };
  /** Of a text on a page that is kept as a picture, where that is requested. */
  readonly page?: {
    /** Path of the picture below `/api/v1`. */
    readonly page_preview_ref: string;
  };
}

/** The requested objects, by id. */
export class Hydrated {
  /** Resources by id. */
  resources!: Readonly<Record<string, HydratedResource>>;
  /** Fields by id. */
  fields!: Readonly<Record<string, HydratedField>>;
  /** Paragraphs by id, those that belong to others included. */
  paragraphs!: Readonly<Record<string, HydratedParagraph>>;
}
