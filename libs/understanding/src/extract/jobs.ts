import type { ProcessingValue } from '@lectern/contracts';
import { FieldAnalysis } from '../enrich/field-analysis';
import { understandField } from '../enrich/understand-field';
import type { ExtractedDocument, FieldProblem, Section } from './document';
import { DocumentBuilder } from './document-builder';
import { FileExtraction } from './extract-bytes';
import { ExtractError, extractProblem, reasonOf } from './extract-error';
import type { ReadContext } from './reader';
import { extractBody } from './text-format';
import type { ExtractJob, FileJob, JobEnd } from './worker-messages';

/** What a job may ask of the process that it runs in. */
export interface JobHost {
  /** Hands a value out; waits until there is room for another one. */
  give(value: ProcessingValue): Promise<void>;
  alive(): void;
  recognize: NonNullable<ReadContext['recognize']>;
  readFile(path: string): Promise<Uint8Array>;
}

/** Does a job and never throws. */
export async function doJob(job: ExtractJob, host: JobHost): Promise<JobEnd> {
  try {
    if (job.type === 'file') await readFileJob(job, host);
    else for (const value of understandField(await documentOf(job), job.understand)) await host.give(value);
    return {};
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

async function documentOf(job: Exclude<ExtractJob, FileJob>): Promise<ExtractedDocument> {
  const { outputCharsMax } = job.limits;
  return job.type === 'text'
    ? extractBody(job.body, job.format, outputCharsMax)
    : pictureDocument(job.text, job.mediaType, outputCharsMax);
}

/** A picture is a page. */
export function pictureDocument(text: string, mediaType: string, charsMax: number): ExtractedDocument {
  const document = new DocumentBuilder(charsMax);
  document.startPage();
  for (const block of text.split(/\n\s*\n/)) document.verbatim('ocr', block.trim());
  return document.build(mediaType);
}

async function readFileJob(job: FileJob, host: JobHost): Promise<void> {
  const analysis = new FieldAnalysis(job.understand);
  const add = async (section: Section, document: DocumentBuilder) => {
    const { properties, pages } = document.facts('');
    for (const value of analysis.add(section, { properties, paged: pages > 0 })) await host.give(value);
  };
  const recognize = job.recognizes ? (png: Uint8Array) => host.recognize(png) : undefined;
  const extraction = new FileExtraction(job.limits, { handOver: add, recognize, alive: () => host.alive() });
  const bytes = await host.readFile(job.path);
  try {
    const rest = await extraction.run({ ...job, bytes }, job.page);
    await add(rest, extraction.document);
    await host.give({ field: analysis.finish(rest) });
  } catch (error) {
    // What was handed out before stays, with the reason why it is not all.
    if (analysis.state.codePoints === 0) throw error;
    await host.give({ field: analysis.finish(extraction.document.facts(extraction.mediaType), problemOf(error)) });
  }
}

function problemOf(error: unknown): FieldProblem {
  if (error instanceof ExtractError) return error.toProblem();
  return extractProblem(`The content cannot be read: ${reasonOf(error)}`, 'ERROR');
}
