import type { ExtractedDocument, Section } from './document';
import { type BuilderState, DocumentBuilder } from './document-builder';
import { ExtractError, isStackExhausted, foreignReason, fileTooLarge } from './extract-error';
import { isReadable, readerOf } from './extractors';
import { SoundWithin } from './formats/sound';
import { readWebPage } from './formats/web-page';
import { InflateBudget } from './inflate-budget';
import type { ExtractLimits } from './limits';
import { mediaTypeOf } from './media-type';
import type { PageOptions } from './page';
import { Paused, type ReadContext, type Source } from './reader';
import { soundTypeOf } from './sound-type';

/** Where an extraction can be continued. */
export interface ReadPosition {
  readonly builder: BuilderState;
  /** Output of the reader of the format. */
  readonly reader: unknown;
}

/** Tasks of an extraction besides reading. */
interface ReadHooks {
  /** Takes sections as they are complete. @param position absent where the extraction cannot be continued */
  readonly handOver?: (section: Section, document: DocumentBuilder, position?: ReadPosition) => Promise<void>;
  readonly resume?: ReadPosition;
  readonly recognize?: ReadContext['recognize'];
  readonly hear?: ReadContext['hear'];
  /** Of the file itself, not of those within it. */
  readonly recognized?: ReadContext['recognized'];
  /** The same. */
  readonly sheet?: ReadContext['sheet'];
  readonly includesHidden?: ReadContext['includesHidden'];
  readonly alive?: () => void;
}

/**
 * Text and structure of a file, and of the files within it. Runs to the end in this process: foreign files
 * are given to it by an ExtractionPool, which ends it when it takes too long or too much.
 */
export class FileExtraction {
  readonly document: DocumentBuilder;
  /** Empty until it is known. */
  mediaType = '';
  private readonly budget: InflateBudget;
  private readonly sound: SoundWithin;

  constructor(
    private readonly limits: ExtractLimits,
    private readonly hooks: ReadHooks = {},
  ) {
    this.document = new DocumentBuilder(limits.outputCharsMax, hooks.resume?.builder);
    this.sound = new SoundWithin(this.document);
    this.budget = new InflateBudget(limits.inflatedBytesMax, limits.partsMax);
  }

  /**
   * The answer has the part that was not handed over.
   *
   * @param page where it was found, when it may be a web page of which only a part is wanted
   * @throws ExtractError
   */
  async run(source: Source, page?: PageOptions): Promise<ExtractedDocument> {
    const { fileBytesMax } = this.limits;
    if (source.bytes.length === 0) throw new ExtractError('The file is empty');
    if (source.bytes.length > fileBytesMax) throw fileTooLarge(fileBytesMax);
    this.mediaType = await mediaTypeOf(source.bytes, source);
    if (page && /html/.test(this.mediaType)) await readWebPage(source, this.document, page);
    else await this.read(source, this.mediaType, 0);
    return this.document.build(this.mediaType);
  }

  private readonly alive = (): void => this.hooks.alive?.();

  private async read(source: Source, mediaType: string, depth: number): Promise<void> {
    const { resume, recognize, recognized, sheet, includesHidden } = this.hooks;
    const context: ReadContext = {
      limits: this.limits,
      budget: this.budget,
      mediaType,
      nested: (part) => this.readNested({ password: source.password, ...part }, depth + 1),
      // Where a file within a file could be continued only that file's reader knows.
      handOver: (position) => this.handOver(depth === 0 ? position : undefined),
      resume: depth === 0 ? resume?.reader : undefined,
      recognize,
      recognized: depth === 0 ? recognized : undefined,
      sheet: depth === 0 ? sheet : undefined,
      includesHidden,
      alive: this.alive,
    };
    try {
      await readerOf(mediaType)(source, this.document, context);
    } catch (error) {
      throw error instanceof Paused ? error : asExtractError(error, mediaType);
    }
  }

  private async handOver(position: unknown): Promise<void> {
    this.hooks.alive?.();
    if (!this.hooks.handOver) return;
    const section = this.document.section();
    const at = position === undefined ? undefined : { builder: this.document.state, reader: position };
    await this.hooks.handOver(section, this.document, at);
  }

  private async readNested(part: Source, depth: number): Promise<void> {
    const name = part.filename?.slice(0, NAME_CHARS_MAX) ?? 'a part without a name';
    if (part.bytes.length === 0 || this.document.full) return;
    if (depth > this.limits.nestingMax)
      return this.document.lose(`Files deeper than ${this.limits.nestingMax} within files were left out`);
    if (!this.budget.takePart())
      return this.document.lose(`Files beyond the first ${this.limits.partsMax} within the file were left out`);
    const soundType = soundTypeOf(part.bytes, part.contentType);
    const mediaType = soundType ?? (await mediaTypeOf(part.bytes, part));
    if (!soundType && !isReadable(mediaType))
      return this.document.lose(`Files within the file that nothing here can read (${mediaType}) were left out`);
    this.document.heading(name, 2);
    this.hooks.alive?.();
    try {
      if (soundType) await this.sound.read(part, soundType, { hear: this.hooks.hear, alive: this.alive });
      else await this.read(part, mediaType, depth);
    } catch (error) {
      if (this.budget.leftBytes < 0) throw error;
      this.document.warn(`${name}: ${foreignReason(error)}`);
    }
  }
}

const NAME_CHARS_MAX = 250;

function asExtractError(error: unknown, mediaType: string): ExtractError {
  if (error instanceof ExtractError) return error;
  const text = isStackExhausted(error)
    ? 'The document is nested too deeply to be read'
    : `The file is damaged or is not what it claims to be (${mediaType}): ${foreignReason(error)}`;
  return new ExtractError(text, 'ERROR', { cause: error });
}
