import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { lookup } from 'mime-types';
import type { KnowledgeBoxClient } from './client';
import { projectRoot } from './process';

const examples = join(projectRoot, 'examples');

/** Put to the example documents by the demonstration. */
export interface ExampleQuestion {
  readonly question: string;
  /** In the answer; null where no document says it. */
  readonly answer: string | null;
}

export async function exampleQuestions(): Promise<readonly ExampleQuestion[]> {
  // Our own file.
  return JSON.parse(await readFile(join(examples, 'questions.json'), 'utf8')) as ExampleQuestion[];
}

/** Uploads the example documents, and tells of each. @returns their names by resource id */
export async function uploadExamples(
  kb: KnowledgeBoxClient,
  onUploaded: (filename: string) => void = () => undefined,
): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(examples)).filter((name) => !['questions.json', 'README.md'].includes(name)).sort();
  const uploaded = new Map<string, string>();
  for (const filename of names) {
    const contentType = lookup(extname(filename)) || 'application/octet-stream';
    const rid = await kb.upload(await readFile(join(examples, filename)), { filename, contentType });
    uploaded.set(rid, filename);
    onUploaded(filename);
  }
  return uploaded;
}
