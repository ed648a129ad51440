import type { ConfigOf } from '@lectern/config';
import { Readable } from 'node:stream';
import type { ExtractedDocument } from './document';
import type { extractConfig } from './extract.config';
import { ExtractionPool } from './extraction-pool';
import { defaultLimits, type ExtractLimits } from './limits';
import { Spool } from './spool';
import { extractBody, type TextFormat } from './text-format';
import type { FileJob } from './worker-messages';

export type ExtractSettings = ConfigOf<typeof extractConfig>;

/** A file as it was sent. */
export interface FileContent {
  readonly content: Uint8Array | Readable;
  readonly contentType?: string;
  readonly filename?: string;
  readonly password?: string;
}

interface Options {
  readonly signal?: AbortSignal;
}

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

/** Files up to this size go to the process in the message, larger ones through the file system. */
const MESSAGE_BYTES_MAX = 1_048_576;

/** Takes the text out of whatever a field holds. Ours to close. */
export class Extractor {
  private readonly pool: ExtractionPool;
  private readonly spool = new Spool();
  private readonly limits: ExtractLimits;

  constructor(settings: ExtractSettings) {
    const mebibyte = 1_048_576;
    this.limits = {
      ...defaultLimits,
      fileBytesMax: settings.EXTRACT_FILE_MB * mebibyte,
      inflatedBytesMax: settings.EXTRACT_INFLATED_MB * mebibyte,
      outputCharsMax: settings.EXTRACT_OUTPUT_CHARS,
      nestingMax: settings.EXTRACT_NESTING,
    };
    this.pool = new ExtractionPool({
      processes: settings.EXTRACT_PROCESSES,
      queueLength: settings.EXTRACT_QUEUE,
      timeoutMs: settings.EXTRACT_TIMEOUT_MS,
      memoryMb: settings.EXTRACT_MEMORY_MB,
    });
  }

  /** @throws ExtractError, AppError `rate_limited`, `cancelled`, `unavailable` */
  async extractText(body: string, format: TextFormat, options: Options = {}): Promise<ExtractedDocument> {
    const { limits } = this;
    if (body.length <= INLINE_CHARS_MAX[format]) return extractBody(body, format, limits.outputCharsMax);
    return this.pool.run({ type: 'text', body, format, limits }, options.signal);
  }

  /** @throws ExtractError, AppError `rate_limited`, `cancelled`, `unavailable` */
  async extractFile(file: FileContent, options: Options = {}): Promise<ExtractedDocument> {
    const { contentType, filename, password, content } = file;
    const job = { type: 'file', contentType, filename, password, limits: this.limits } as const;
    const run = (sent: FileJob['content']) => this.pool.run({ ...job, content: sent }, options.signal);
    if (content instanceof Uint8Array && content.length <= MESSAGE_BYTES_MAX) return run({ bytes: content });
    const stream = content instanceof Uint8Array ? Readable.from([content]) : content;
    return this.spool.hold(stream, this.limits.fileBytesMax, (path) => run({ path }));
  }

  async close(): Promise<void> {
    this.pool.close();
    await this.spool.close();
  }
}
