import type { CloudLink } from '../field-value/field-value.dto';
import type { Relation } from '../relation/relation.dto';
import type { Integer } from '../../core/integer';
import type { StoredAnnotatedText } from '../field-annotation/field-annotation.dto';
import type { ParagraphKind } from '../../index/paragraph';

/** A paragraph of the extracted text. Paragraphs come in order and may leave gaps. */
export interface ExtractedParagraph {
  /** First code point of the paragraph in the extracted text, from 0. */
  readonly start: Integer;
  /** First code point after the paragraph. */
  readonly end: Integer;
  /** Seconds at which what the paragraph says begins, of subtitles; else empty. */
  readonly start_seconds: readonly Integer[];
  /** Seconds at which it ends, one for each entry of `start_seconds`. */
  readonly end_seconds: readonly Integer[];
  /** The source of the paragraph's text. */
  readonly kind: ParagraphKind;
  /** Labels that data-augmentation agents gave it. */
  readonly classifications: readonly {
    /** Labelset of a label. */
    readonly labelset: string;
    /** Label within the labelset. */
    readonly label: string;
  }[];
  /** Sentences of the paragraph, or lines of a table. */
  readonly sentences: readonly {
    /** First code point of the sentence in the extracted text, from 0. */
    readonly start: Integer;
    /** First code point after the sentence. */
    readonly end: Integer;
    /** Id of the sentence: `{rid}/{letter}/{field}[/{ident}]/{start}-{end}`. */
    readonly key: string;
  }[];
  /** Id of the paragraph, as search results name it: `{rid}/{letter}/{field}[/{ident}]/{start}-{end}`. */
  readonly key: string;
  /** Page that the paragraph begins on; null when the content has no pages. */
  readonly page: {
    /** Number of the page, from 0. */
    readonly page: Integer;
    /** Always false: it is not known whether a page shows more than its text says. */
    readonly page_with_visual: boolean;
  } | null;
  /** Of a table; null for other paragraphs. */
  readonly representation: {
    /** Always true. */
    readonly is_a_table: boolean;
    /** Always empty: tables are not kept as pictures. */
    readonly reference_file: string;
  } | null;
  /** Always null: hydration of a paragraph names its parents, siblings and replacements. */
  readonly relations: null;
}

/** A name that the text mentions. */
export interface EntityMention {
  /** The name. */
  readonly text: string;
  /** Type of the entity, such as `PERSON`. */
  readonly label: string;
  /** Where the text mentions it, at most 1,000 places. */
  readonly positions: readonly {
    /** First code point of the mention, from 0. */
    readonly start: Integer;
    /** First code point after the mention. */
    readonly end: Integer;
  }[];
}

/** A strategy that a field was processed with, and what its model took. */
export interface UsedStrategy {
  /** Id of the strategy. */
  readonly id: string;
  /** Name of the strategy. */
  readonly name: string;
  /** Name of the model that was asked; absent when none was. */
  readonly model?: string;
  /** Calls of the model that were answered. */
  readonly calls?: Integer;
  /** Tokens that the model read. */
  readonly input_tokens?: Integer;
  /** Tokens that the model wrote. */
  readonly output_tokens?: Integer;
}

/** Strategies that a field was processed with. */
export interface UsedStrategies {
  /** How its text was taken out. */
  readonly extract?: UsedStrategy;
  /** How its text was cut into paragraphs. */
  readonly split?: UsedStrategy;
}

/** Results of processing a field. All dates are that of the last processing, UTC without suffix. */
export interface FieldMetadata {
  /** Addresses that the content links to. */
  readonly links: readonly string[];
  /** Paragraphs of the extracted text, in order. */
  readonly paragraphs: readonly ExtractedParagraph[];
  /** Type of each entity by its name; empty for `shortened_metadata`. */
  readonly ner: Readonly<Record<string, string>>;
  /** Entities by what found them: `processor`, or the name of an agent; empty for `shortened_metadata`. */
  readonly entities: Readonly<
    Record<
      string,
      {
        /** Entities with their places in the text. */
        readonly entities: readonly EntityMention[];
      }
    >
  >;
  /** Labels that data-augmentation agents gave the field. */
  readonly classifications: readonly {
    /** Labelset of a label. */
    readonly labelset: string;
    /** Label within the labelset. */
    readonly label: string;
  }[];
  /** When the field was processed. */
  readonly last_index: string | null;
  /** When the field was processed. */
  readonly last_understanding: string | null;
  /** When the field was processed. */
  readonly last_extract: string | null;
  /** When the field was processed. */
  readonly last_summary: string | null;
  /** When the field was processed. */
  readonly last_processing_start: string | null;
  /**
   * The preview picture of a file or a link: a small picture itself, the first page of a PDF, the preview inside an
   * office file, the picture that the page of a link names. Else null.
   */
  readonly thumbnail: CloudLink | null;
  /** Main language of the text (ISO 639-1), given or detected; empty when unknown. */
  readonly language: string;
  /** Sentences that sum the text up; empty for a text without any. */
  readonly summary: string;
  /** Places by `{type}/{name}` of an entity: `{position: {start, end}[], entity}`; empty for `shortened_metadata`. */
  readonly positions: Readonly<Record<string, unknown>>;
  /** Relations between entities that data-augmentation agents found; null without any. */
  readonly relations:
    | readonly {
        /** Relations that one agent found. */
        readonly relations: readonly Relation[];
      }[]
    | null;
  /** Media type that the content turned out to have. */
  readonly mime_type: string;
  /** Strategies that the field was processed with; absent without any. */
  readonly strategies?: UsedStrategies;
}

/**
 * The words of a page of a file, as the page is shown: turned if it is turned, measured from its upper left corner, y
 * growing downwards. Units are points of a PDF, and pixels of a file that is a picture. To draw on a picture of the
 * page of any size, scale by the size of `page`.
 */
export interface PageStructure {
  /** Size of the page, in these units. */
  readonly page: {
    /** From left to right. */
    readonly width: number;
    /** From top to bottom. */
    readonly height: number;
  };
  /**
   * Words in reading order: what stands between white space, and each Chinese character or Japanese letter of a PDF. At
   * most 10,000.
   */
  readonly tokens: readonly {
    /** Left edge of the word. */
    readonly x: number;
    /** Upper edge of the word. */
    readonly y: number;
    /** From left to right. */
    readonly width: number;
    /** From top to bottom. */
    readonly height: number;
    /** The word as it is written; one of a PDF with more than 64 characters is several. */
    readonly text: string;
    /** Number of its line on the page, from 0. */
    readonly line: Integer;
  }[];
}

/** Vectors of a text. */
export interface ParagraphVectors {
  /** One for each paragraph, in order. */
  readonly vectors: readonly {
    /** First code point of the embedded text. */
    readonly start: Integer;
    /** First code point after the embedded text. */
    readonly end: Integer;
    /** First code point of the paragraph; the same as `start`. */
    readonly start_paragraph: Integer;
    /** First code point after the paragraph; the same as `end`. */
    readonly end_paragraph: Integer;
    /** The vector, of unit length. */
    readonly vector: readonly number[];
  }[];
}

/** Names and words of a text. */
export interface LargeMetadata {
  /** Names that the text mentions. */
  readonly entities: readonly {
    /** The name. */
    readonly token: string;
    /** The name as names are compared: in small letters, without accents. */
    readonly root: string;
    /** Its type, such as `PERSON`. */
    readonly type: string;
  }[];
  /**
   * How often words occur, stop words left out: the 1,000 most frequent ones, in small letters and without accents, of
   * the first 1,048,576 characters of the text.
   */
  readonly tokens: Readonly<Record<string, Integer>>;
}

/** Questions with their answers. */
export interface QuestionAnswers {
  /** In the order in which they were given. */
  readonly question_answer: readonly {
    /** The question. */
    readonly question: StoredAnnotatedText;
    /** Its answers. */
    readonly answers: readonly (StoredAnnotatedText & {
      /** Why it is the answer, of those that data-augmentation agents wrote. */
      readonly reason?: string;
    })[];
  }[];
}

/**
 * Results of processing a field: the members that `extracted` selects. `relation_vectors` are not computed and left
 * out.
 */
export interface ExtractedData {
  /** The extracted text. */
  readonly text?: {
    /** All of the text; empty for a conversation. Positions of paragraphs and entities are code points of it. */
    readonly text: string;
    /** Texts of the messages of a conversation by ident, attachments included; empty for other fields. */
    readonly split_text: Readonly<Record<string, string>>;
    /** Idents of deleted messages. */
    readonly deleted_splits: readonly string[];
  };
  /** Results of processing the text. */
  readonly metadata?: {
    /** Of the whole field. */
    readonly metadata: FieldMetadata;
    /** Of the messages of a conversation by ident; empty for other fields. */
    readonly split_metadata: Readonly<Record<string, FieldMetadata>>;
    /** Idents of deleted messages. */
    readonly deleted_splits: readonly string[];
  };
  /** Vectors of the paragraphs. Absent until the field is embedded. */
  readonly vectors?: {
    /** Of the whole field. */
    readonly vectors: ParagraphVectors;
    /** Of the messages of a conversation by ident; empty for other fields. */
    readonly split_vectors: Readonly<Record<string, ParagraphVectors>>;
    /** Idents of deleted messages. */
    readonly deleted_splits: readonly string[];
  };
  /** Names and words of the text. */
  readonly large_metadata?: {
    /** Of the whole field. */
    readonly metadata: LargeMetadata;
    /** Of the messages of a conversation by ident; empty for other fields. */
    readonly split_metadata: Readonly<Record<string, LargeMetadata>>;
    /** Idents of deleted messages. */
    readonly deleted_splits: readonly string[];
  };
  /**
   * Questions with answers: those that users ask about the field in `fieldmetadata` and have not withdrawn, then those
   * that data-augmentation agents wrote.
   */
  readonly question_answers?: {
    /** Of the whole field. */
    readonly question_answers: QuestionAnswers;
    /** Always empty: questions are about fields, not about messages. */
    readonly split_question_answers: Readonly<Record<string, QuestionAnswers>>;
    /** Idents of deleted messages. */
    readonly deleted_splits: readonly string[];
  };
  /**
   * Of a file field: its `language`; `file_thumbnail`; `file_preview` of PDFs and pictures, in a form that browsers
   * show; of files with pages `file_pages_previews`, with pictures of the
   * first `pages` (PDF only), the `positions` of the text of all pages, and `structures`, which say where the words of
   * the first pages stand; of spreadsheets `file_rows_previews.rows`, with the first 100 rows of each of the first 20
   * sheets; and members that are always empty. `structures[i]` is of page i: `page` is its `width` and
   * `height`, `tokens` are its words in reading order, each with `x`, `y`, `width`, `height`, `text` and the number of
   * its `line` on the page. Places count from the upper left corner of the page as it is shown, in points of a PDF,
   * or in pixels of a file that is a picture. Results of searches have no `structures` and no rows.
   */
  readonly file?: Readonly<Record<string, unknown>>;
  /**
   * Of a link field: `date` of processing, `language`, `title`, `description` and media type (`type`) of the page;
   * `link_thumbnail` and `link_image` where the page names a picture; and members that are always empty.
   */
  readonly link?: Readonly<Record<string, unknown>>;
}
