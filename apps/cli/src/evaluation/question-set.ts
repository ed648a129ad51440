import { readFile, stat } from 'node:fs/promises';
import { type ExpectedQuestion, questionsOf, QuestionSetError } from '@lectern/evaluation';
import { reasonOf } from '../api';
import { UsageError } from '../exit-code';

const FILE_BYTES_MAX = 50_000_000;
const QUESTIONS_MAX = 10_000;

/** Reads questions: `.csv`, JSON lines, or a JSON array. @throws UsageError naming the line */
export async function readQuestions(file: string): Promise<readonly ExpectedQuestion[]> {
  const size = await stat(file).catch((error: unknown) => {
    throw new UsageError(`${file} cannot be read: ${reasonOf(error)}`);
  });
  if (size.size > FILE_BYTES_MAX) throw new UsageError(`${file} has more than ${FILE_BYTES_MAX} bytes`);
  try {
    return questionsOf(await readFile(file, 'utf8'), file, QUESTIONS_MAX);
  } catch (error) {
    throw error instanceof QuestionSetError ? new UsageError(error.message) : error;
  }
}
