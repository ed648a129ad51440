import type { ExtractedDocument } from './document';
import { DocumentBuilder } from './document-builder';
import { ExtractError, reasonOf } from './extract-error';
import { isReadable, readerOf } from './extractors';
import { readWebPage } from './formats/web-page';
import { InflateBudget } from './inflate-budget';
import type { ExtractLimits } from './limits';
import { mediaTypeOf } from './media-type';
import type { PageOptions } from './page';
import type { Source } from './reader';

/**
 * Text and structure of a file, and of the files within it. Runs to the end in this process: whatever comes from
 * outside is given to it by an ExtractionPool, which ends it when it takes too long or too much.
 *
 * @param page where it was found, when it may be a web page of which only a part is wanted
 * @throws ExtractError
 */
export async function extractBytes(
  source: Source,
  limits: ExtractLimits,
  page?: PageOptions,
): Promise<ExtractedDocument> {
  if (source.bytes.length === 0) throw new ExtractError('The file is empty');
  if (source.bytes.length > limits.fileBytesMax) {
    throw new ExtractError(
      `The file is larger than ${Math.floor(limits.fileBytesMax / 1_048_576)} MiB, which is the limit`,
    );
  }
  return new FileExtraction(limits).run(source, page);
}

class FileExtraction {
  private readonly document: DocumentBuilder;
  private readonly budget: InflateBudget;

  constructor(private readonly limits: ExtractLimits) {
    this.document = new DocumentBuilder(limits.outputCharsMax);
    this.budget = new InflateBudget(limits.inflatedBytesMax, limits.partsMax);
  }

  async run(source: Source, page: PageOptions | undefined): Promise<ExtractedDocument> {
    const mediaType = await mediaTypeOf(source.bytes, source);
    if (page && /html/.test(mediaType)) await readWebPage(source, this.document, page);
    else await this.read(source, mediaType, 0);
    return this.document.build(mediaType);
  }

  private async read(source: Source, mediaType: string, depth: number): Promise<void> {
    const context = {
      limits: this.limits,
      budget: this.budget,
      mediaType,
      nested: (part: Source) => this.readNested({ password: source.password, ...part }, depth + 1),
    };
    try {
      await readerOf(mediaType)(source, this.document, context);
    } catch (error) {
      throw asExtractError(error, mediaType);
    }
  }

  private async readNested(part: Source, depth: number): Promise<void> {
    const name = part.filename ?? 'a part without a name';
    if (part.bytes.length === 0 || this.document.full) return;
    if (depth > this.limits.nestingMax)
      return this.document.warn(`${name} was left out: it lies deeper than ${this.limits.nestingMax} files`);
    if (!this.budget.takePart())
      return this.document.warn(`Only the first ${this.limits.partsMax} files within the file were read`);
    const mediaType = await mediaTypeOf(part.bytes, part);
    // Pictures, signatures and the like have no text that could be missed.
    if (!isReadable(mediaType)) return;
    this.document.heading(name, 2);
    try {
      await this.read(part, mediaType, depth);
    } catch (error) {
      if (this.budget.leftBytes < 0) throw error;
      this.document.warn(`${name}: ${reasonOf(error)}`);
    }
  }
}

function asExtractError(error: unknown, mediaType: string): ExtractError {
  if (error instanceof ExtractError) return error;
  const tooDeep = /call stack/i.test(reasonOf(error));
  const text = tooDeep
    ? 'The document is nested too deeply to be read'
    : `The file is damaged or is not what it claims to be (${mediaType}): ${reasonOf(error)}`;
  return new ExtractError(text, 'ERROR', { cause: error });
}
