import type { ExtractStrategy, ProcessingError } from '@lectern/contracts/understanding';
import { type DrawnPicture, type GivenPage, type JobValue, pageName, whileWaiting } from '@lectern/extraction';
import type { ImageInput } from '@lectern/models';
import { GatheredField } from './gathered-field';
import { inParallel, type ModelCalls, callFailure } from './model-calls';
import { pageBlocks, markdownBlocks, mayHaveTable, withTables } from './page-blocks';
import { pageGroups, readPage, readTables } from './page-questions';

/** Pictures per call. */
const IMAGES_PER_CALL = 8;
const PROCESS = 2;

/** Models for reading pages, and the consumer of their results. */
export interface VisualReadingOptions {
  readonly config: ExtractStrategy;
  /** The models that read pages and rewrite tables, or why there are none. */
  readonly readers: { readonly pages?: ModelCalls; readonly tables?: ModelCalls; readonly problem?: string };
  readonly signal: AbortSignal;
  /** Whether pictures of pages are kept. */
  readonly keepsPictures: boolean;
  /** Processes pages that were read. */
  readonly understand: (pages: readonly GivenPage[], mediaType: string) => AsyncIterable<JobValue>;
}

/** Reads pages of a field with models that accept images. Pages that cannot be read are unchanged, with a warning. */
export class VisualReading {
  private readonly gathered = new GatheredField();
  private readonly warnings: ProcessingError[] = [];
  private readonly pages = new Map<number, GivenPage>();
  private isRead = false;

  constructor(private readonly options: VisualReadingOptions) {}

  /** @param values results without a model, with pictures of pages */
  async *values(values: AsyncIterable<JobValue>): AsyncGenerator<JobValue> {
    const { gathered } = this;
    let isGivenUp = false;
    for await (const value of values) {
      if (value.picture && !value.picture.isExtra) yield { picture: value.picture };
      if (value.alive) yield value;
      if (isGivenUp && (value.text !== undefined || value.paragraphs)) {
        yield value;
        continue;
      }
      gathered.add(value);
      if (isGivenUp || !gathered.isTooLarge) continue;
      isGivenUp = true;
      this.warn('the text is too long to be read by a model');
      yield* gathered.values();
    }
    if (!gathered.field) return;
    if (!isGivenUp) {
      yield* this.read();
      if (this.isRead) return yield* this.rewritten();
      yield* gathered.values();
    }
    yield { field: { ...gathered.field, errors: [...gathered.field.errors, ...this.warnings] } };
  }

  private async *read(): AsyncGenerator<JobValue> {
    const { readers } = this.options;
    const { pictures } = this.gathered;
    if (readers.problem) return this.warn(readers.problem);
    if (pictures.size === 0) return this.warn('it reads the pages of PDFs, and pictures; this content has none');
    for (const [page, paragraphs] of this.gathered.pages()) this.pages.set(page, pageBlocks(paragraphs));
    if (readers.pages) yield* whileWaiting(this.readPages(readers.pages));
    if (readers.tables) yield* whileWaiting(this.readTables(readers.tables));
    const unseen = this.pageCount - pictures.size;
    if (this.isRead && unseen > 0) this.warn(`${unseen} of ${this.pageCount} pages were not shown to the model`);
    yield* this.referenced();
  }

  private get pageCount(): number {
    const numbers = [...this.pages.keys(), ...this.gathered.pictures.keys()].map((page) => page + 1);
    return Math.max(this.gathered.field?.pages ?? 0, ...numbers);
  }

  private async readPages(calls: ModelCalls): Promise<void> {
    const { config, signal } = this.options;
    const pictures = [...this.gathered.pictures];
    const { parallelMax } = calls;
    const read = ([, picture]: readonly [number, DrawnPicture]) =>
      readPage(calls, pictureImage(picture), config.vllm_config?.rules);
    const results = await inParallel(pictures, read, { parallelMax, signal });
    for (const [at, result] of results.entries()) {
      const page = pictures[at]?.[0] ?? 0;
      if (result.status === 'rejected') continue;
      this.isRead = true;
      // Tables are replaced only if they are separate blocks.
      const isWhole = !this.options.readers.tables;
      this.pages.set(page, isWhole ? [{ kind: 'markdown', text: result.value }] : markdownBlocks(result.value));
    }
    this.warnOf(results, 'pages were read without the model', calls);
  }

  private async readTables(calls: ModelCalls): Promise<void> {
    const { config, signal, keepsPictures } = this.options;
    const { merge_pages: merges = false, max_pages_to_merge: mergedMax, rules } = config.ai_tables ?? {};
    const pages = [...this.gathered.pictures.keys()].filter((page) => mayHaveTable(this.pages.get(page) ?? []));
    const pagesMax = merges ? Math.min(mergedMax || IMAGES_PER_CALL, IMAGES_PER_CALL) : 1;
    const groups = pageGroups(pages, pagesMax);
    const { parallelMax } = calls;
    const read = (group: readonly number[]) => {
      const images = group.flatMap((page) => this.gathered.pictures.get(page) ?? []).map(pictureImage);
      return readTables(calls, images, { rules, merges: merges === true && group.length > 1 });
    };
    const results = await inParallel(groups, read, { parallelMax, signal });
    for (const [at, result] of results.entries()) {
      if (result.status === 'rejected') continue;
      // A page may have no table of its own, because it continues one from an earlier page.
      const first = result.value.findIndex((tables) => tables.length > 0);
      for (const [position, tables] of result.value.entries()) {
        if (first < 0 || position < first) continue;
        const page = groups[at]?.[position] ?? 0;
        const isNamed = keepsPictures && this.gathered.pictures.get(page)?.name !== '';
        this.replaceTables(page, tables, isNamed ? pageName(page) : undefined);
        this.isRead = true;
      }
    }
    this.warnOf(results, 'groups of pages kept their tables as they were', calls);
  }

  private replaceTables(page: number, tables: readonly string[], reference: string | undefined): void {
    const before = this.pages.get(page) ?? [];
    const after =
      tables.length > 0 ? withTables(before, tables, reference) : before.filter(({ kind }) => kind !== 'table');
    this.pages.set(page, after);
  }

  /** Pictures that are kept only because tables refer to them. */
  private *referenced(): Generator<JobValue> {
    for (const [page, blocks] of this.pages) {
      const picture = this.gathered.pictures.get(page);
      const isReferred = blocks.some((block) => 'reference' in block && block.reference !== undefined);
      if (isReferred && picture?.isExtra) yield { picture: { ...picture, isExtra: false } };
    }
  }

  private async *rewritten(): AsyncGenerator<JobValue> {
    const { field } = this.gathered;
    if (!field) return;
    const pages = Array.from({ length: this.pageCount }, (_, page) => this.pages.get(page) ?? []);
    // For a picture that nothing else could read.
    const isOnlySeen = field.mimeType === '';
    // The warning that its text was not recognised no longer applies.
    const isPicture = field.mimeType.startsWith('image/');
    const mediaType = field.mimeType || (this.gathered.pictures.get(0)?.contentType ?? '');
    for await (const value of this.options.understand(pages, mediaType)) {
      if (!value.field) yield value;
      else {
        const { title = value.field.title, links, pages: count, page } = field;
        const errors = [...(isOnlySeen || isPicture ? [] : field.errors), ...value.field.errors, ...this.warnings];
        const kept = isOnlySeen ? {} : { title, links, page, pages: count };
        yield { field: { ...value.field, ...kept, errors } };
      }
    }
  }

  private warnOf(results: readonly PromiseSettledResult<unknown>[], what: string, calls: ModelCalls): void {
    const failed = results.filter((result) => result.status === 'rejected');
    const [first] = failed;
    if (first)
      this.warn(`${failed.length} of ${results.length} ${what} ${calls.use.model}: ${callFailure(first.reason)}`);
  }

  private warn(text: string): void {
    const { name } = this.options.config;
    const strategy = name ? `The extract strategy "${name}"` : 'The extract strategy';
    const warning = {
      code: PROCESS,
      severity: 'WARNING',
      text: `${strategy} was not followed everywhere: ${text}`,
    } as const;
    this.warnings.push(warning);
  }
}

function pictureImage({ contentType, bytes }: DrawnPicture): ImageInput {
  return { contentType, base64: Buffer.from(bytes).toString('base64') };
}
