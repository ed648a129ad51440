import csv from 'papaparse';
import type { Expectation } from './answer-quality';

const MEMBERS = new Set(['id', 'question', 'documents', 'facts', 'answerable', 'groups', 'answer']);

/** A question with what it should bring. */
export interface ExpectedQuestion extends Expectation {
  readonly id: string;
  readonly question: string;
  /** The groups of the person who asks; absent: everything may be found. */
  readonly groups?: readonly string[];
}

/** A file of questions that cannot be read; the message says where it is wrong. */
export class QuestionSetError extends Error {
  override readonly name = 'QuestionSetError';
}

/**
 * Reads questions: CSV with a header where the name ends with `.csv`, else JSON lines or a JSON array.
 *
 * @param file its name, for messages
 * @param limit most questions
 * @throws QuestionSetError naming the line
 */
export function questionsOf(given: string, file: string, limit: number): readonly ExpectedQuestion[] {
  const text = given.replace(/^\uFEFF/, '');
  const rows = file.toLowerCase().endsWith('.csv') ? csvRows(text, file) : jsonRows(text, file);
  if (rows.length === 0) throw new QuestionSetError(`${file} has no questions`);
  if (rows.length > limit) throw new QuestionSetError(`${file} has more than ${limit} questions`);
  const questions = rows.map(({ row, where }, index) => questionOf(row, where, index));
  const ids = new Set<string>();
  for (const { id } of questions) {
    if (ids.has(id)) throw new QuestionSetError(`${file}: the id ${id} is there twice`);
    ids.add(id);
  }
  return questions;
}

interface Row {
  readonly row: Readonly<Record<string, unknown>>;
  readonly where: string;
}

function csvRows(text: string, file: string): readonly Row[] {
  const { data, errors, meta } = csv.parse<Record<string, string>>(text, { header: true, skipEmptyLines: 'greedy' });
  const [wrong] = errors.filter(({ type }) => type !== 'Delimiter');
  if (wrong) throw new QuestionSetError(`${file}, row ${(wrong.row ?? 0) + 1}: ${wrong.message}`);
  if (!meta.fields?.includes('question')) throw new QuestionSetError(`${file} has no column "question"`);
  return data.map((row, index) => ({ row, where: `${file}, row ${index + 1}` }));
}

function jsonRows(text: string, file: string): readonly Row[] {
  if (text.trimStart().startsWith('[')) {
    const rows = parsed(text, file);
    if (Array.isArray(rows))
      return rows.map((row, index) => ({ row: objectOf(row, file), where: `${file}[${index}]` }));
  }
  return text.split('\n').flatMap((line, index) => {
    const where = `${file}:${index + 1}`;
    return line.trim() === '' ? [] : [{ row: objectOf(parsed(line, where), where), where }];
  });
}

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new QuestionSetError(`${where}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function objectOf(value: unknown, where: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new QuestionSetError(`${where}: a question is a JSON object`);
  // Any object has members by name.
  return value as Readonly<Record<string, unknown>>;
}

function questionOf(row: Row['row'], where: string, index: number): ExpectedQuestion {
  const unknown = Object.keys(row).find((name) => !MEMBERS.has(name));
  if (unknown !== undefined)
    throw new QuestionSetError(`${where}: unknown member "${unknown}"; there are ${[...MEMBERS].join(', ')}`);
  const question = row['question'];
  if (typeof question !== 'string' || question.trim() === '')
    throw new QuestionSetError(`${where}: the question is missing`);
  const facts = row['facts'] === undefined && typeof row['answer'] === 'string' ? [row['answer']] : row['facts'];
  const groups = listOf(row['groups'], where);
  return {
    id: typeof row['id'] === 'string' && row['id'] !== '' ? row['id'] : String(index + 1),
    question: question.trim(),
    documents: documentsOf(row['documents'], where),
    facts: listOf(facts, where).map((fact) => fact.split('|').map((way) => way.trim())),
    isAnswerable: row['answer'] === null ? false : flagOf(row['answerable'], where),
    ...(groups.length > 0 && { groups }),
  };
}

/** A list, or a text with `;` or line ends between its parts. */
function listOf(value: unknown, where: string): readonly string[] {
  const parts: readonly unknown[] =
    value === undefined || value === null ? [] : typeof value === 'string' ? value.split(/[;\n]/) : [value].flat();
  if (parts.some((part) => typeof part !== 'string')) throw new QuestionSetError(`${where}: lists are texts`);
  return parts.map((part) => String(part).trim()).filter((part) => part !== '');
}

/** By name; an object gives the relevance of each. */
function documentsOf(value: unknown, where: string): ReadonlyMap<string, number> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return new Map(listOf(value, where).map((name) => [name, 1]));
  return new Map(
    Object.entries(value).map(([name, relevance]) => {
      if (typeof relevance === 'number' && relevance > 0) return [name, relevance];
      throw new QuestionSetError(`${where}: the relevance of "${name}" is a number above 0`);
    }),
  );
}

function flagOf(value: unknown, where: string): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (value === true || (typeof value === 'string' && /^(true|yes|1)$/i.test(value))) return true;
  if (value === false || (typeof value === 'string' && /^(false|no|0)$/i.test(value))) return false;
  throw new QuestionSetError(`${where}: answerable is yes or no`);
}
