import { type SentencePositions, sentencesAt } from '../../index/sentence';
import type {
  EntityMention,
  ExtractedParagraph,
  UsedStrategies,
} from '../../knowledge-box/extracted-data/extracted-data.dto';
import type { FieldLetter, TextFormat } from '../../core/identifiers';

/** One field to understand: exactly one of `text`, `file` and `link` is present. */
export class FieldToProcess {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Id of the account of the knowledge box: whose strategies they are. */
  account?: string;
  /** Client id of the NUA client that pushed the field; its use counts for it. */
  nuaClient?: string;
  /** Ids of strategies of the knowledge box. */
  strategies?: { readonly extract?: string; readonly split?: string };
  /** Id of the resource, 32 hex digits. */
  rid!: string;
  /** Which field it is. */
  field!: { readonly letter: FieldLetter; readonly id: string };
  /** A text with its format. */
  text?: { readonly body: string; readonly format: TextFormat };
  /** A file in the blob store. */
  file?: {
    readonly key: string;
    readonly sizeBytes: number;
    readonly contentType: string;
    readonly filename: string;
    readonly password?: string;
  };
  /** A page or file to fetch. */
  link?: {
    readonly uri: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly cookies: Readonly<Record<string, string>>;
    readonly cssSelector?: string;
    readonly xpath?: string;
    /** Keeps the main content of a page; otherwise all of it. */
    readonly mainContent: boolean;
  };
  /** Language that the caller gave; detected when absent. */
  language?: string;
  /** Of a file: the folder of the blob store where pictures of it are put; none are made when absent. */
  pictures?: string;
  /** Whether names and a summary are extracted; true by default. */
  mlText?: boolean;
  /**
   * Where an earlier attempt ended: `resume` of the last progress whose values were kept. The values after it follow,
   * the same that the earlier attempt would have given. From the beginning when absent.
   */
  resume?: string;
}

/** A paragraph of the text, from `start` to `end`. */
export type UnderstoodParagraph = Omit<ExtractedParagraph, 'sentences'> & {
  /** `keyedSentences` tells their ids. */
  readonly sentences: SentencePositions;
  /** Headings above it, outermost first. */
  readonly headings: readonly string[];
  /** ISO 639-1, or empty. */
  readonly language: string;
};

/** The sentences of a paragraph as the interface shows them: an id is that of the paragraph with other positions. */
export function keyedSentences({
  key,
  sentences,
}: Pick<UnderstoodParagraph, 'key' | 'sentences'>): ExtractedParagraph['sentences'] {
  const prefix = key.slice(0, key.lastIndexOf('/') + 1);
  return sentencesAt(sentences).map(({ start, end }) => ({ start, end, key: `${prefix}${start}-${end}` }));
}

/** Why a field, or a part of it, could not be read. */
export interface ProcessingError {
  /** Kind of the error: 0 generic, 1 extraction, 2 processing, 3 data augmentation, 4 indexing. */
  readonly code: number;
  /** `WARNING` when a part is missing, `ERROR` when the field failed. */
  readonly severity: 'ERROR' | 'WARNING';
  /** The problem and its remedy, for people. */
  readonly text: string;
}

/** Results of a field other than its text and paragraphs. */
export interface UnderstoodField {
  /** Title found in the content. */
  readonly title?: string;
  /** Sentences of the text that sum it up; empty without any. */
  readonly summary: string;
  /** Main language (ISO 639-1), or empty. */
  readonly language: string;
  /** Languages of the paragraphs. */
  readonly languages: readonly string[];
  /** Media type that the content turned out to have. */
  readonly mimeType: string;
  /** Names that the text mentions, at most 4,000. */
  readonly entities: readonly EntityMention[];
  /** Addresses that the content links to. */
  readonly links: readonly string[];
  /** Errors; empty when everything was read. */
  readonly errors: readonly ProcessingError[];
  /** Of a link: metadata that its page declares. */
  readonly page?: { readonly title?: string; readonly description?: string; readonly image?: string };
  /** Strategies that it was processed with; absent without any. */
  readonly strategies?: UsedStrategies;
  /** Pages of the content; absent for content without pages. */
  readonly pages?: number;
  /** Pictures of a file; absent without any. */
  readonly pictures?: readonly StoredPicture[];
}

/** A picture of a file or of a link, or the file with the positions of the words on its pages. */
export interface StoredPicture {
  /** A name of the interface, such as `file_thumbnail` or `generated/extracted_images_{page}.png`. */
  readonly name: string;
  /** In the blob store. */
  readonly key: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly md5: string;
  /** Number of the page that it shows, from 0; absent for other ones. */
  readonly page?: number;
}

/** How far a field was understood. All texts and paragraphs that came before are complete and will not change. */
export interface ProcessingProgress {
  /** Opaque; some kilobytes, about 1 MiB for very many names and recognised words. Valid for the same content only. */
  readonly resume: string;
  /** Pages that were read. */
  readonly pages: number;
}

/**
 * One value of processing, in this order: any number of texts and paragraphs, each a piece of at most 1 MiB, then one
 * `field`, which describes all of the content, also what an earlier attempt read. Among them `progress`, and signs of
 * life, which only say that the field waits for its turn or is being read.
 */
export class ProcessingValue {
  /** Follows the text before. */
  text?: string;
  /** Follow the paragraphs before. */
  paragraphs?: readonly UnderstoodParagraph[];
  /** The values before this one are complete. */
  progress?: ProcessingProgress;
  /** A heartbeat. */
  alive?: true;
  /** The last value. */
  field?: UnderstoodField;
}
