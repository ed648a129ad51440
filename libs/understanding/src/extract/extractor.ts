import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ConfigOf } from '@lectern/config';
import type { Recognizer } from '@lectern/models';
import {
  nothingUnderstood,
  understandField,
  type UnderstandOptions,
  type UnderstoodDocument,
} from '../enrich/understand-field';
import type { ExtractedDocument } from './document';
import type { extractConfig } from './extract.config';
import { ExtractError } from './extract-error';
import { ExtractionPool } from './extraction-pool';
import { extractImage, IMAGE_BYTES_MAX, isImage } from './image';
import { defaultLimits, type ExtractLimits } from './limits';
import { fetchLink, type LinkContent, type PageFetcher } from './link';
import { mediaTypeOf } from './media-type';
import { withRecognizedPages } from './recognized-pages';
import { openingOf, Spool } from './spool';
import { extractBody, type TextFormat } from './text-format';
import type { FileJob, JobContent, JobResult } from './worker-messages';

export type ExtractSettings = ConfigOf<typeof extractConfig>;

/** A file as it was sent. */
export interface FileContent {
  readonly content: Uint8Array | Readable;
  readonly contentType?: string;
  readonly filename?: string;
  readonly password?: string;
}

/** Whatever a field holds. */
export type FieldContent =
  | { readonly body: string; readonly format: TextFormat }
  | FileContent
  | { readonly link: LinkContent; readonly fetcher: PageFetcher };

export interface ExtractOptions {
  readonly signal?: AbortSignal;
  /** Of the text in pictures, ISO 639-1. */
  readonly languages?: readonly string[];
}

type FileDetails = Omit<FileJob, 'type' | 'content' | 'limits'>;

/** Bodies up to this length are read at once: asking another process would cost more than reading them. */
const INLINE_CHARS_MAX: Readonly<Record<TextFormat, number>> = {
  PLAIN: 2_097_152,
  KEEP_MARKDOWN: 2_097_152,
  PLAIN_BLANKLINE_SPLIT: 262_144,
  JSONL: 65_536,
  JSON: 65_536,
  HTML: 32_768,
  MARKDOWN: 16_384,
  RST: 2_048,
};
/** Understanding costs some microseconds a character, which no other request should wait for. */
const UNDERSTOOD_INLINE_CHARS_MAX = 4_096;
/** Files up to this size go to the process in the message, larger ones through the file system. */
const MESSAGE_BYTES_MAX = 1_048_576;

/** Takes the text out of whatever a field holds, and understands it. To be closed by whoever made it. */
export class Extractor {
  private readonly pool: ExtractionPool;
  private readonly spool = new Spool();
  private readonly limits: ExtractLimits;

  /** @param recognizer reads pictures; without one they get a warning */
  constructor(
    settings: ExtractSettings,
    private readonly recognizer?: Recognizer,
  ) {
    this.limits = limitsOf(settings);
    this.pool = new ExtractionPool({
      processes: settings.EXTRACT_PROCESSES,
      queueLength: settings.EXTRACT_QUEUE,
      timeoutMs: settings.EXTRACT_TIMEOUT_MS,
      memoryMb: settings.EXTRACT_MEMORY_MB,
    });
  }

  /**
   * Extracts, splits and enriches. What is wrong with the content comes as an error of the field.
   *
   * @throws AppError `rate_limited`, `unavailable` when it is to be tried again, `cancelled`
   */
  async understand(
    field: FieldContent,
    understand: UnderstandOptions = {},
    options: ExtractOptions = {},
  ): Promise<UnderstoodDocument> {
    try {
      const { language } = understand;
      const languages = options.languages ?? (language ? [language] : []);
      const result = await this.read(field, { ...options, languages }, understand);
      return 'understood' in result ? result.understood : understandField(result.document, understand);
    } catch (error) {
      if (error instanceof ExtractError) return nothingUnderstood(error.toProblem());
      throw error;
    }
  }

  /** @throws ExtractError; AppError `rate_limited`, `unavailable` when it is to be tried again, `cancelled` */
  async extractText(body: string, format: TextFormat, options: ExtractOptions = {}): Promise<ExtractedDocument> {
    return documentOf(await this.read({ body, format }, options));
  }

  /** @throws ExtractError; AppError `rate_limited`, `unavailable` when it is to be tried again, `cancelled` */
  async extractFile(file: FileContent, options: ExtractOptions = {}): Promise<ExtractedDocument> {
    return documentOf(await this.read(file, options));
  }

  /** @throws ExtractError; AppError `rate_limited`, `unavailable` when it is to be tried again, `cancelled` */
  async extractLink(link: LinkContent, fetcher: PageFetcher, options: ExtractOptions = {}): Promise<ExtractedDocument> {
    return documentOf(await this.read({ link, fetcher }, options));
  }

  async close(): Promise<void> {
    this.pool.close();
    await this.spool.close();
  }

  private async read(field: FieldContent, options: ExtractOptions, understand?: UnderstandOptions): Promise<JobResult> {
    if ('body' in field) return this.readBody(field.body, field.format, { signal: options.signal, understand });
    if ('link' in field) {
      const { bytes, contentType, filename, page } = await fetchLink(field.link, field.fetcher, options.signal);
      return this.readBytes(bytes, { contentType, filename, page, understand }, options);
    }
    const { content, contentType, filename, password } = field;
    const details = { contentType, filename, password, understand };
    if (content instanceof Uint8Array && content.length <= MESSAGE_BYTES_MAX)
      return this.readBytes(content, details, options);
    const stream = content instanceof Uint8Array ? Readable.from([content]) : content;
    return this.spool.hold(stream, this.limits.fileBytesMax, (path) => this.readPath(path, details, options));
  }

  private async readBody(
    body: string,
    format: TextFormat,
    { signal, understand }: { signal?: AbortSignal; understand?: UnderstandOptions },
  ): Promise<JobResult> {
    const { limits } = this;
    const inlineMax = understand
      ? Math.min(UNDERSTOOD_INLINE_CHARS_MAX, INLINE_CHARS_MAX[format])
      : INLINE_CHARS_MAX[format];
    if (body.length <= inlineMax) return { document: await extractBody(body, format, limits.outputCharsMax) };
    return this.pool.run({ type: 'text', body, format, limits, understand }, signal);
  }

  private async readBytes(bytes: Uint8Array, details: FileDetails, options: ExtractOptions): Promise<JobResult> {
    const mediaType = await mediaTypeOf(bytes.subarray(0, OPENING_BYTES), details);
    if (isImage(mediaType)) return { document: await this.readImage({ bytes, mediaType }, options) };
    return this.run({ bytes }, details, options);
  }

  private async readPath(path: string, details: FileDetails, options: ExtractOptions): Promise<JobResult> {
    const mediaType = await mediaTypeOf(await openingOf(path, OPENING_BYTES), details);
    if (!isImage(mediaType)) return this.run({ path }, details, options);
    if ((await stat(path)).size > IMAGE_BYTES_MAX)
      throw new ExtractError(`The picture is larger than ${IMAGE_BYTES_MAX / 1_048_576} MiB, which is the limit`);
    return { document: await this.readImage({ bytes: await readFile(path), mediaType }, options) };
  }

  private readImage(
    image: { readonly bytes: Uint8Array; readonly mediaType: string },
    options: ExtractOptions,
  ): Promise<ExtractedDocument> {
    const { signal, languages = [] } = options;
    return extractImage(image, this.recognizer, { languages, signal, charsMax: this.limits.outputCharsMax });
  }

  private async run(content: JobContent, details: FileDetails, options: ExtractOptions): Promise<JobResult> {
    const reader = (await this.recognizer?.available())?.available ? this.recognizer : undefined;
    const limits = { ...this.limits, picturesMax: reader ? SCANNED_PAGES_MAX : 0 };
    const result = await this.pool.run({ type: 'file', content, limits, ...details }, options.signal);
    if (!reader || !('document' in result) || result.document.pictures.length === 0) return result;
    const { signal, languages = [] } = options;
    const document = await withRecognizedPages(result.document, reader, {
      languages,
      signal,
      charsMax: limits.outputCharsMax,
    });
    return this.pool.run({ type: 'document', document, limits, understand: details.understand }, signal);
  }
}

const OPENING_BYTES = 8_192;
/** Of one file; recognition takes seconds a page. */
const SCANNED_PAGES_MAX = 100;

function documentOf(result: JobResult): ExtractedDocument {
  if ('document' in result) return result.document;
  throw new Error('A job that should have extracted understood');
}

function limitsOf(settings: ExtractSettings): ExtractLimits {
  const mebibyte = 1_048_576;
  return {
    ...defaultLimits,
    fileBytesMax: settings.EXTRACT_FILE_MB * mebibyte,
    inflatedBytesMax: settings.EXTRACT_INFLATED_MB * mebibyte,
    outputCharsMax: settings.EXTRACT_OUTPUT_CHARS,
    nestingMax: settings.EXTRACT_NESTING,
  };
}
