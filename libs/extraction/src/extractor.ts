import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { TextFormat } from '@lectern/contracts/knowledge-box';
import { busy, Slots } from '@lectern/workers';
import { type DrawLimits, type DrawnPicture, OWN_PICTURE_BYTES_MAX, type PictureOwner } from './drawing/drawn-picture';
import { Structures } from './drawing/page-structure';
import type { UnderstandOptions } from './enrich/field-analysis';
import { nothingUnderstood, understandField } from './enrich/understand-field';
import { ExtractError } from './extract/extract-error';
import type { GivenPage } from './extract/given-pages';
import type { ExtractLimits } from './extract/limits';
import type { PageOptions } from './extract/page';
import type { RecognizedText } from './extract/reader';
import { soundTypeOf } from './extract/sound-type';
import { extractBody } from './extract/text-format';
import { Hearing } from './hearing';
import { IMAGE_BYTES_MAX, type PictureReader, pictureTypeOf, recognizedText, refuseUnreadable } from './image';
import { fetchLink, type LinkContent, type PageFetcher } from './link';
import { fetchPicture, pictureOfLink, type PictureOfPage } from './link-picture';
import { whileWaiting } from './processes/signs-of-life';
import { ExtractionPool, type PoolRequest } from './processes/extraction-pool';
import { pictureDocument } from './processes/jobs';
import { openResumeToken } from './processes/resume-token';
import { openingOf, Spool } from './processes/spool';
import type { SpeechReader } from './speech';
import type { ExtractJob, JobValue } from './processes/worker-messages';

/** How many files are taken apart at once, and what each may use. */
export interface ExtractorOptions {
  /** Processes that take files apart, started when needed; one more for quick work while these are busy. */
  readonly processes: number;
  /** Files that may wait for one of them. */
  readonly queueLength: number;
  /** Longest time without a page, a part or a value. */
  readonly timeoutMs: number;
  /** Of one process, in MiB. */
  readonly memoryMb: number;
  /** Of all processes together, in MiB; 0 or absent: enough for one that takes all it may beside small ones. */
  readonly sharedMb?: number;
  /** Of one field. */
  readonly limits: ExtractLimits;
  /** Of one file. */
  readonly drawing: DrawLimits;
}

/** A file as it was sent. */
export interface FileContent {
  readonly sizeBytes: number;
  /** Its first bytes. */
  readonly opening: (bytesMax: number) => Promise<Uint8Array>;
  /** Called when it is the file's turn, and again when it lost that and has another one. */
  readonly open: () => Promise<Readable>;
  readonly contentType?: string;
  readonly filename?: string;
  readonly password?: string;
}

/** Content of a field of any kind. */
export type FieldContent =
  | { readonly body: string; readonly format: TextFormat }
  | FileContent
  | { readonly link: LinkContent; readonly fetcher: PageFetcher };

export interface ExtractOptions {
  readonly understand: UnderstandOptions;
  /** Takes turns with others: the knowledge box. */
  readonly owner: string;
  /** See `FieldToProcess.resume`. */
  readonly resume?: string;
  /** Whether pictures of files are wanted; they come after the field. */
  readonly draws?: boolean;
  /** Whether pictures of pages are wanted to be read, also of what links lead to: those that are not kept are extra. */
  readonly readsPages?: boolean;
  /** Whether parts that programs hide are read, such as hidden sheets. */
  readonly includesHidden?: boolean;
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
/** Pages of a file that can be read by what sees them. */
const READ_PAGES_MAX = 100;
/** Of a picture that is read so. */
const SHOWN_BYTES_MAX = 20 * 1024 * 1024;
/** Longest time that one field may be read. */
const TOTAL_MS = 60 * 60_000;
/** Pictures that are read at once, and that wait for it. */
const RECOGNITIONS = {
  slotsMax: 2,
  waitingMax: 1_000,
  ownWaitingMax: 500,
  order: 'fair',
  refusal: busy('Too many pictures wait to be read: try again later'),
} as const;
/** About what a part of a transcript takes. */
const SPOKEN_PART_BYTES = 200;

/** Extracts the text of a field of any kind, and understands it. Its creator closes it. */
export class Extractor {
  private readonly pool: ExtractionPool;
  private readonly recognizer?: PictureReader;
  private readonly recognitions = new Slots(RECOGNITIONS);
  private readonly spool = new Spool();
  private readonly hearing: Hearing;
  private readonly limits: ExtractLimits;
  private readonly drawing: DrawLimits;

  /** @param readers of pictures and speech; without them such files get a warning or an error */
  constructor(
    { limits, drawing, ...pool }: ExtractorOptions,
    { pictures, speech }: { readonly pictures?: PictureReader; readonly speech?: SpeechReader } = {},
  ) {
    this.recognizer = pictures;
    this.hearing = new Hearing(speech, { spool: this.spool, limits });
    this.limits = limits;
    this.drawing = drawing;
    this.pool = new ExtractionPool({ ...pool, totalMs: TOTAL_MS });
  }

  /**
   * Extracts, splits and enriches: texts and paragraphs as they are ready, then the field, at last pictures. A
   * fault of the content comes as an error of the field.
   *
   * @throws AppError `rate_limited`, `unavailable` when it is to be tried again, `cancelled`; `invalid_request` when it
   *   cannot be gone on with from `resume`
   */
  async *understand(field: FieldContent, options: ExtractOptions): AsyncGenerator<JobValue> {
    if (options.resume !== undefined) openResumeToken(options.resume);
    try {
      yield* this.values(field, options);
    } catch (error) {
      if (!(error instanceof ExtractError)) throw error;
      yield { field: nothingUnderstood(error.toProblem()) };
    }
  }

  /**
   * The same of pages that were read elsewhere: their texts are foreign, too.
   *
   * @throws AppError as `understand`
   */
  async *understandPages(
    { pages, mediaType }: { readonly pages: readonly GivenPage[]; readonly mediaType: string },
    options: ExtractOptions,
  ): AsyncGenerator<JobValue> {
    const { limits } = this;
    const { understand } = options;
    const job: ExtractJob = { type: 'pages', pages, mediaType, limits, understand };
    const chars = pages.flat().reduce((sum, { text }) => sum + text.length, 0);
    try {
      yield* this.run(async () => ({ job }), chars, options);
    } catch (error) {
      if (!(error instanceof ExtractError)) throw error;
      yield { field: nothingUnderstood(error.toProblem()) };
    }
  }

  /** Pages of a file of which pictures are kept. */
  get previewPages(): number {
    return this.drawing.pagesMax;
  }

  async close(): Promise<void> {
    this.pool.close();
    await this.spool.close();
  }

  private values(field: FieldContent, options: ExtractOptions): AsyncIterable<JobValue> {
    if ('body' in field) return this.body(field.body, field.format, options);
    return 'link' in field ? this.link(field.link, field.fetcher, options) : this.file(field, options);
  }

  private async *body(body: string, format: TextFormat, options: ExtractOptions): AsyncGenerator<JobValue> {
    const { limits } = this;
    const { understand } = options;
    if (body.length <= INLINE_CHARS_MAX[format])
      return yield* understandField(await extractBody(body, format, limits.outputCharsMax), understand);
    const job: ExtractJob = { type: 'text', body, format, limits, understand };
    yield* this.run(async () => ({ job }), body.length, options);
  }

  private async *link(link: LinkContent, fetcher: PageFetcher, options: ExtractOptions): AsyncGenerator<JobValue> {
    const fetching = this.fetched(link, fetcher, options);
    try {
      const { path, page, ...described } = yield* whileWaiting(fetching);
      const { size: sizeBytes } = await stat(path);
      const opening = (bytesMax: number) => openingOf(path, bytesMax);
      const file = { sizeBytes, opening, open: async () => createReadStream(path), ...described };
      let image: string | undefined;
      for await (const { picture, ...value } of this.file(file, options, page)) {
        image ??= value.field?.page?.image;
        const own = picture && pictureOfLink(picture, options.readsPages);
        if (own || !picture) yield { ...value, ...(own && { picture: own }) };
      }
      if (image && options.draws) yield* this.linkPictures({ image, address: page.address }, fetcher, options);
    } finally {
      await fetching.then(
        ({ remove }) => remove(),
        () => undefined,
      );
    }
  }

  /** Of the preview picture of the page; nothing where it cannot be fetched or drawn. */
  private async *linkPictures(
    page: PictureOfPage,
    fetcher: PageFetcher,
    options: ExtractOptions,
  ): AsyncGenerator<JobValue> {
    const bytes = yield* whileWaiting(fetchPicture(page, fetcher, options.signal));
    const mediaType = bytes && pictureTypeOf(bytes);
    if (!mediaType) return;
    const file = { sizeBytes: bytes.length, open: async () => Readable.from([bytes]) };
    yield* this.drawn(file, { mediaType, owner: 'link' }, options);
  }

  private async fetched(link: LinkContent, fetcher: PageFetcher, { signal }: ExtractOptions) {
    const { body, ...described } = await fetchLink(link, fetcher, signal);
    return { ...described, ...(await this.spool.hold(body, this.limits.fileBytesMax)) };
  }

  private async *file(file: FileContent, options: ExtractOptions, page?: PageOptions): AsyncGenerator<JobValue> {
    const opening = await file.opening(OPENING_BYTES);
    const mediaType = pictureTypeOf(opening);
    const soundType = soundTypeOf(opening, file.contentType);
    if (soundType) return yield* this.sound(file, soundType, options);
    if (mediaType) return yield* this.picture(file, { mediaType, owner: page ? 'link' : 'file' }, options);
    const { sizeBytes, contentType, filename, password } = file;
    const recognizes = (await this.recognizer?.available())?.available ?? false;
    const { isPossible: hears } = this.hearing;
    const { understand } = options;
    const prepare = async (resume?: string) => {
      const { path, remove } = await this.spool.hold(await file.open(), this.limits.fileBytesMax);
      const drawing = this.drawingFor(options, page);
      const { includesHidden } = options;
      const described = { contentType, filename, password, page, recognizes, hears, includesHidden, resume, drawing };
      return { job: { type: 'file', path, limits: this.limits, understand, ...described } as const, dispose: remove };
    };
    yield* this.run(prepare, sizeBytes, options);
  }

  private async *sound(file: FileContent, mediaType: string, options: ExtractOptions): AsyncGenerator<JobValue> {
    const { limits } = this;
    const { understand } = options;
    const transcript = yield* this.hearing.of(await file.open(), mediaType, options);
    const job: ExtractJob = { type: 'transcript', transcript, limits, understand };
    yield* this.run(async () => ({ job }), transcript.parts.length * SPOKEN_PART_BYTES, options);
  }

  private drawingFor({ draws, readsPages }: ExtractOptions, page?: PageOptions): DrawLimits | undefined {
    // Of what a link leads to only the first page is drawn.
    const pagesMax = draws ? Math.min(this.drawing.pagesMax, page ? 1 : Infinity) : 0;
    if (readsPages) return { pagesMax, readPagesMax: READ_PAGES_MAX };
    return pagesMax > 0 ? { pagesMax } : undefined;
  }

  /** Thumbnail and preview come first, whether its text can be read or not. */
  private async *picture(
    file: FileContent,
    picture: { readonly mediaType: string; readonly owner: PictureOwner },
    options: ExtractOptions,
  ): AsyncGenerator<JobValue> {
    const { mediaType, owner } = picture;
    if (owner === 'link' || !standsForItself(file, mediaType)) yield* this.drawn(file, picture, options);
    try {
      yield* this.readPicture(file, mediaType, options);
    } catch (error) {
      if (!(error instanceof ExtractError)) throw error;
      yield { field: nothingUnderstood(error.toProblem(), mediaType) };
    }
  }

  private async *readPicture(file: FileContent, mediaType: string, options: ExtractOptions): AsyncGenerator<JobValue> {
    const shown = options.readsPages && file.sizeBytes <= SHOWN_BYTES_MAX ? shownTypeOf(mediaType) : undefined;
    if (shown)
      yield { picture: { name: '', contentType: shown, bytes: await fileBytes(file), page: 0, isExtra: true } };
    const recognizer = await refuseUnreadable(this.recognizer);
    if (file.sizeBytes > IMAGE_BYTES_MAX) throw pictureTooLarge();
    const recognized = yield* whileWaiting(
      this.recognitions.use({ owner: options.owner, signal: options.signal }, async () =>
        this.recognize(await fileBytes(file), recognizer, options),
      ),
    );
    if ('reason' in recognized) throw new ExtractError(`The picture cannot be read: ${recognized.reason}`);
    yield* this.pictureText(recognized.text, mediaType, options);
    const structures = new Structures();
    const pages = options.draws ? (recognized.pages ?? []) : [];
    for (const page of pages.slice(0, this.drawing.pagesMax)) structures.add(page);
    if (structures.file) yield { picture: structures.file };
  }

  /** Pictures of a picture, as far as it can be drawn. */
  private async *drawn(
    file: Pick<FileContent, 'open' | 'sizeBytes'>,
    picture: { readonly mediaType: string; readonly owner: PictureOwner },
    options: ExtractOptions,
  ): AsyncGenerator<JobValue> {
    const { drawing, limits } = this;
    if (!options.draws || drawing.pagesMax === 0 || file.sizeBytes > IMAGE_BYTES_MAX) return;
    const prepare = async () => {
      const { path, remove } = await this.spool.hold(await file.open(), IMAGE_BYTES_MAX);
      return {
        job: { type: 'draw', path, ...picture, drawing, limits, understand: options.understand } as const,
        dispose: remove,
      };
    };
    try {
      yield* this.run(prepare, file.sizeBytes, { ...options, resume: undefined });
    } catch (error) {
      // Its text can be read, whether it can be drawn or not.
      if (!(error instanceof ExtractError)) throw error;
    }
  }

  private async *pictureText(text: string, mediaType: string, options: ExtractOptions): AsyncGenerator<JobValue> {
    const { limits } = this;
    const { understand } = options;
    if (text.length <= INLINE_CHARS_MAX.PLAIN)
      return yield* understandField(pictureDocument(text, mediaType, limits.outputCharsMax), understand);
    const job: ExtractJob = { type: 'picture', text, mediaType, limits, understand };
    yield* this.run(async () => ({ job }), text.length, options);
  }

  private run(prepare: PoolRequest['prepare'], sizeBytes: number, options: ExtractOptions): AsyncGenerator<JobValue> {
    const { recognizer, recognitions } = this;
    const { owner, resume, understand, signal } = options;
    const recognize = async (picture: Uint8Array): Promise<RecognizedText> => {
      if (!recognizer) return { reason: 'no text recognition is set up' };
      return recognitions.use({ owner, signal }, () => this.recognize(picture, recognizer, options));
    };
    const hear = (sound: Uint8Array, mediaType: string) => this.hearing.within(sound, mediaType, options);
    return this.pool.run({ owner, sizeBytes, resume, understand, prepare, recognize, hear, signal });
  }

  private recognize(
    picture: Uint8Array,
    recognizer: PictureReader,
    { understand: { language }, signal }: ExtractOptions,
  ): Promise<RecognizedText> {
    return recognizedText(picture, recognizer, { languages: language ? [language] : [], signal });
  }
}

async function fileBytes(file: FileContent): Promise<Uint8Array> {
  const bytes = await buffer(await file.open());
  if (bytes.length > IMAGE_BYTES_MAX) throw pictureTooLarge();
  return bytes;
}

/** Browsers show it as it is, and it is small. */
function standsForItself({ sizeBytes }: FileContent, mediaType: string): boolean {
  return sizeBytes <= OWN_PICTURE_BYTES_MAX && shownTypeOf(mediaType) !== undefined;
}

/** Types of pictures that models accept and browsers show. */
function shownTypeOf(mediaType: string): DrawnPicture['contentType'] | undefined {
  return (['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const).find((one) => one === mediaType);
}

function pictureTooLarge(): ExtractError {
  return new ExtractError(`The picture is larger than ${IMAGE_BYTES_MAX / 1_048_576} MiB, which is the limit`);
}
