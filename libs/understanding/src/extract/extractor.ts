import { readFile, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ConfigOf } from '@lectern/config';
import type { ProcessingValue } from '@lectern/contracts';
import type { Recognizer } from '@lectern/models';
import type { UnderstandOptions } from '../enrich/field-analysis';
import { nothingUnderstood, understandField } from '../enrich/understand-field';
import type { extractConfig } from './extract.config';
import { ExtractError } from './extract-error';
import { ExtractionPool } from './extraction-pool';
import { IMAGE_BYTES_MAX, pictureTypeOf, recognizedText, refuseUnreadable } from './image';
import { pictureDocument } from './jobs';
import { defaultLimits, type ExtractLimits } from './limits';
import { fetchLink, type LinkContent, type PageFetcher } from './link';
import type { PageOptions } from './page';
import { openingOf, Spool } from './spool';
import { extractBody, type TextFormat } from './text-format';
import type { ExtractJob } from './worker-messages';

export type ExtractSettings = ConfigOf<typeof extractConfig>;

/** A file as it was sent. */
export interface FileContent {
  /** Called once, when it is the file's turn. */
  readonly open: () => Promise<Readable>;
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
  readonly understand: UnderstandOptions;
  readonly signal?: AbortSignal;
}

/**
 * Bodies up to this length are understood in the service, which costs less than asking another process; beyond it, or
 * in a format whose parser may take long for little, nothing foreign is looked at here.
 */
const INLINE_CHARS_MAX: Readonly<Record<TextFormat, number>> = {
  PLAIN: 4_096,
  KEEP_MARKDOWN: 4_096,
  PLAIN_BLANKLINE_SPLIT: 4_096,
  JSONL: 4_096,
  JSON: 4_096,
  HTML: 4_096,
  MARKDOWN: 512,
  RST: 0,
};
const OPENING_BYTES = 16;

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
   * Extracts, splits and enriches: texts and paragraphs as they are ready, at last the field. What is wrong with the
   * content comes as an error of the field.
   *
   * @throws AppError `rate_limited`, `unavailable` when it is to be tried again, `cancelled`
   */
  async *understand(field: FieldContent, options: ExtractOptions): AsyncGenerator<ProcessingValue> {
    try {
      yield* this.values(field, options);
    } catch (error) {
      if (!(error instanceof ExtractError)) throw error;
      yield { field: nothingUnderstood(error.toProblem()) };
    }
  }

  async close(): Promise<void> {
    this.pool.close();
    await this.spool.close();
  }

  private values(field: FieldContent, options: ExtractOptions): AsyncIterable<ProcessingValue> {
    if ('body' in field) return this.body(field.body, field.format, options);
    return 'link' in field ? this.link(field.link, field.fetcher, options) : this.file(field, options);
  }

  private async *body(body: string, format: TextFormat, options: ExtractOptions): AsyncGenerator<ProcessingValue> {
    const { limits } = this;
    const { understand } = options;
    if (body.length > INLINE_CHARS_MAX[format])
      return yield* this.run({ type: 'text', body, format, limits, understand }, options);
    yield* understandField(await extractBody(body, format, limits.outputCharsMax), understand);
  }

  private async *link(
    link: LinkContent,
    fetcher: PageFetcher,
    options: ExtractOptions,
  ): AsyncGenerator<ProcessingValue> {
    const { page, body, ...described } = await fetchLink(link, fetcher, options.signal);
    yield* this.file({ open: async () => body, ...described }, options, page);
  }

  private async *file(
    { open, ...described }: FileContent,
    options: ExtractOptions,
    page?: PageOptions,
  ): AsyncGenerator<ProcessingValue> {
    const spooled = await this.spool.hold(await open(), this.limits.fileBytesMax);
    try {
      const mediaType = pictureTypeOf(await openingOf(spooled.path, OPENING_BYTES));
      if (mediaType) return yield* this.picture(spooled.path, mediaType, options);
      const recognizes = (await this.recognizer?.available())?.available ?? false;
      const { limits } = this;
      const { path } = spooled;
      yield* this.run(
        { type: 'file', path, page, recognizes, limits, understand: options.understand, ...described },
        options,
      );
    } finally {
      await spooled.remove();
    }
  }

  private async *picture(path: string, mediaType: string, options: ExtractOptions): AsyncGenerator<ProcessingValue> {
    const recognizer = await refuseUnreadable(this.recognizer);
    if ((await stat(path)).size > IMAGE_BYTES_MAX)
      throw new ExtractError(`The picture is larger than ${IMAGE_BYTES_MAX / 1_048_576} MiB, which is the limit`);
    const { understand, signal } = options;
    const recognized = await recognizedText(await readFile(path), recognizer, { ...this.languages(options), signal });
    if ('reason' in recognized) throw new ExtractError(`The picture cannot be read: ${recognized.reason}`);
    const { text } = recognized;
    const { limits } = this;
    if (text.length > INLINE_CHARS_MAX.PLAIN)
      return yield* this.run({ type: 'picture', text, mediaType, limits, understand }, options);
    yield* understandField(pictureDocument(text, mediaType, limits.outputCharsMax), understand);
  }

  private run(job: ExtractJob, options: ExtractOptions): AsyncGenerator<ProcessingValue> {
    const { recognizer } = this;
    const { signal } = options;
    const recognize = async (picture: Uint8Array) =>
      recognizer
        ? recognizedText(picture, recognizer, { ...this.languages(options), signal })
        : { reason: 'no text recognition is set up' };
    return this.pool.run(job, { recognize, signal });
  }

  /** Of the text in pictures. */
  private languages({ understand: { language } }: ExtractOptions): { readonly languages: readonly string[] } {
    return { languages: language ? [language] : [] };
  }
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
