import { createHash } from 'node:crypto';
import { RecognizedPages } from '../drawing/page-structure';
import { SheetRows } from '../drawing/sheet-rows';
import { drawnPictures } from '../drawing/pictures-of';
import { FieldAnalysis } from '../enrich/field-analysis';
import { understandField } from '../enrich/understand-field';
import type { ExtractedDocument, FieldProblem, Section } from '../extract/document';
import { DocumentBuilder } from '../extract/document-builder';
import { FileExtraction, type ReadPosition } from '../extract/file-extraction';
import { ExtractError, extractProblem, foreignReason } from '../extract/extract-error';
import { readPages } from '../extract/given-pages';
import { Paused, type ReadContext } from '../extract/reader';
import { extractBody } from '../extract/text-format';
import { transcriptDocument } from '../speech';
import { openResumeToken, resumeToken } from './resume-token';
import type { DrawJob, ExtractJob, FileJob, JobEnd, JobValue, PagesJob } from './worker-messages';

/** Services of the process for a job. */
export interface JobHost {
  /** Hands a value out; waits until there is room for another one. */
  give(value: JobValue): Promise<void>;
  alive(): void;
  recognize: NonNullable<ReadContext['recognize']>;
  hear: NonNullable<ReadContext['hear']>;
  /** Whether the job is to end when it has reported progress again. */
  readonly isToPause: boolean;
  readFile(path: string): Promise<Uint8Array>;
}

/** Does a job and never throws. */
export async function doJob(job: ExtractJob, host: JobHost): Promise<JobEnd> {
  try {
    if (job.type === 'file') await readFileJob(job, host);
    else if (job.type === 'draw') await draw(job, host);
    else for (const value of understandField(await documentOf(job), job.understand)) await host.give(value);
    return {};
  } catch (error) {
    if (error instanceof Paused) return { isPaused: true };
    if (error instanceof StaleError) return { isStale: true };
    return { problem: error instanceof ExtractError ? error.toProblem() : jobProblem(error) };
  }
}

async function draw({ path, mediaType, owner, drawing }: DrawJob, host: JobHost): Promise<void> {
  const bytes = await host.readFile(path);
  for await (const picture of drawnPictures({ bytes, mediaType, owner }, drawing)) await host.give({ picture });
}

async function documentOf(job: Exclude<ExtractJob, FileJob | DrawJob>): Promise<ExtractedDocument> {
  const { outputCharsMax } = job.limits;
  if (job.type === 'pages') return pagesDocument(job, outputCharsMax);
  if (job.type === 'transcript') return transcriptDocument(job.transcript, outputCharsMax);
  return job.type === 'text'
    ? extractBody(job.body, job.format, outputCharsMax)
    : pictureDocument(job.text, job.mediaType, outputCharsMax);
}

async function pagesDocument({ pages, mediaType }: PagesJob, charsMax: number): Promise<ExtractedDocument> {
  const document = new DocumentBuilder(charsMax);
  await readPages(pages, document);
  return document.build(mediaType);
}

/** A picture is a page. */
export function pictureDocument(text: string, mediaType: string, charsMax: number): ExtractedDocument {
  const document = new DocumentBuilder(charsMax);
  document.startPage();
  for (const block of text.split(/\n\s*\n/)) document.verbatim('ocr', block.trim());
  return document.build(mediaType);
}

class StaleError extends Error {}

async function readFileJob(job: FileJob, host: JobHost): Promise<void> {
  const bytes = await host.readFile(job.path);
  const reading = new FileReading(job, host, bytes);
  try {
    await reading.run();
  } catch (error) {
    // Values handed out before stay, with the reason why some are missing.
    if (error instanceof Paused || !reading.hasText) throw error;
    await reading.finish(jobProblem(error, 'WARNING'));
  }
  await reading.draw();
}

/** One file, from the beginning or from where an earlier job ended. */
class FileReading {
  private readonly analysis: FieldAnalysis;
  private readonly extraction: FileExtraction;
  private readonly content: string;
  private readonly recognized: RecognizedPages;
  private readonly sheets = new SheetRows();

  constructor(
    private readonly job: FileJob,
    private readonly host: JobHost,
    private readonly bytes: Uint8Array,
  ) {
    this.content = createHash('sha256').update(bytes).digest('base64');
    const earlier = job.resume === undefined ? undefined : openResumeToken(job.resume);
    if (earlier && earlier.content !== this.content) throw new StaleError();
    this.analysis = new FieldAnalysis(job.understand, earlier?.analysis);
    this.recognized = new RecognizedPages(job.drawing?.pagesMax ?? 0, earlier?.recognized);
    this.extraction = new FileExtraction(job.limits, {
      handOver: (section, document, position) => this.add(section, document, position),
      resume: earlier?.position,
      recognize: job.recognizes ? (png) => host.recognize(png) : undefined,
      hear: job.hears ? (sound, mediaType) => host.hear(sound, mediaType) : undefined,
      recognized: (page, structure) => this.recognized.put(page, structure),
      sheet: (name, rows) => this.sheets.add(name, rows),
      includesHidden: job.includesHidden,
      alive: () => host.alive(),
    });
  }

  get hasText(): boolean {
    return this.analysis.state.codePoints > 0;
  }

  async run(): Promise<void> {
    const rest = await this.extraction.run({ ...this.job, bytes: this.bytes }, this.job.page);
    await this.add(rest, this.extraction.document);
    await this.finish();
  }

  async finish(problem?: FieldProblem): Promise<void> {
    const { document, mediaType } = this.extraction;
    await this.host.give({ field: this.analysis.finish(document.facts(mediaType), problem) });
  }

  /** A crash here loses nothing of the text. */
  async draw(): Promise<void> {
    const { drawing, password } = this.job;
    if (!drawing) return;
    const recognized = this.recognized.all;
    const file = { bytes: this.bytes, mediaType: this.extraction.mediaType, password, recognized };
    for await (const picture of drawnPictures(file, drawing)) await this.host.give({ picture });
    const { file: rows } = this.sheets;
    if (rows) await this.host.give({ picture: rows });
  }

  private async add(section: Section, document: DocumentBuilder, position?: ReadPosition): Promise<void> {
    const { properties, pages } = document.state;
    for (const value of this.analysis.add(section, { properties, paged: pages > 0 })) await this.host.give(value);
    if (!position) return;
    const { content } = this;
    const { mediaType } = this.extraction;
    const recognized = [...this.recognized.all];
    const resume = resumeToken({ position, analysis: this.analysis.state, mediaType, content, recognized });
    await this.host.give({ progress: { resume, pages } });
    if (this.host.isToPause) throw new Paused();
  }
}

function jobProblem(error: unknown, severity: FieldProblem['severity'] = 'ERROR'): FieldProblem {
  if (error instanceof ExtractError) return extractProblem(error.message, severity);
  return extractProblem(`The content cannot be read: ${foreignReason(error)}`, severity);
}
