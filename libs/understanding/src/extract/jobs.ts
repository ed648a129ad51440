import { understandField } from '../enrich/understand-field';
import type { ExtractedDocument } from './document';
import { extractBytes } from './extract-bytes';
import { ExtractError, extractProblem, reasonOf } from './extract-error';
import { extractBody } from './text-format';
import type { ExtractJob, FileJob, JobAnswer } from './worker-messages';

/** Does a job and never throws. @param readFile gives the bytes of a path */
export async function answerJob(job: ExtractJob, readFile: (path: string) => Promise<Uint8Array>): Promise<JobAnswer> {
  try {
    const document = await documentOf(job, readFile);
    // What has pictures yet to be read is understood when they are.
    return job.understand && document.pictures.length === 0
      ? { understood: understandField(document, job.understand) }
      : { document };
  } catch (error) {
    if (error instanceof ExtractError) return { problem: error.toProblem() };
    return { problem: extractProblem(`The content cannot be read: ${reasonOf(error)}`, 'ERROR') };
  }
}

async function documentOf(
  job: ExtractJob,
  readFile: (path: string) => Promise<Uint8Array>,
): Promise<ExtractedDocument> {
  if (job.type === 'document') return job.document;
  if (job.type === 'text') return extractBody(job.body, job.format, job.limits.outputCharsMax);
  return extractBytes({ ...job, bytes: await bytesOf(job, readFile) }, job.limits, job.page);
}

async function bytesOf({ content }: FileJob, readFile: (path: string) => Promise<Uint8Array>): Promise<Uint8Array> {
  return 'path' in content ? readFile(content.path) : content.bytes;
}
