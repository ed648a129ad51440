import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface BeirDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface BeirQuery {
  readonly id: string;
  readonly text: string;
}

/** Relevance by document id, by query id; greater is better, 0 is not relevant. */
export type Judgements = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** A test collection in BEIR's format: `corpus.jsonl`, `queries.jsonl`, `qrels.tsv`. */
export interface Collection {
  readonly documents: readonly BeirDocument[];
  /** Those that have a relevant document. */
  readonly queries: readonly BeirQuery[];
  readonly judgements: Judgements;
}

export async function readCollection(folder: string): Promise<Collection> {
  const [documents, queries, judgements] = await Promise.all([
    lines(join(folder, 'corpus.jsonl')),
    lines(join(folder, 'queries.jsonl')),
    readJudgements(judgementsOf(folder)),
  ]);
  return {
    documents: documents.map((row) => ({
      id: textOf(row, 'id'),
      title: textOf(row, 'title'),
      text: textOf(row, 'text'),
    })),
    queries: queries
      .map((row) => ({ id: textOf(row, 'id'), text: textOf(row, 'text') }))
      .filter(({ id }) => [...(judgements.get(id)?.values() ?? [])].some((relevance) => relevance > 0)),
    judgements,
  };
}

/** Beside the corpus, or above it where languages share them. */
function judgementsOf(folder: string): string {
  const own = join(folder, 'qrels.tsv');
  return existsSync(own) ? own : join(folder, '..', 'qrels.tsv');
}

async function readJudgements(path: string): Promise<Judgements> {
  const judgements = new Map<string, Map<string, number>>();
  for (const line of (await readFile(path, 'utf8')).split('\n')) {
    const [query, document, score] = line.trim().split('\t');
    if (!query || !document || !score || Number.isNaN(Number(score))) continue;
    const ofQuery = judgements.get(query) ?? new Map<string, number>();
    judgements.set(query, ofQuery.set(document, Number(score)));
  }
  return judgements;
}

async function lines(path: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (line.trim() !== '') rows.push(JSON.parse(line));
  }
  return rows;
}

/** BEIR itself writes `_id`. */
function textOf(row: Record<string, unknown>, member: string): string {
  const value = row[member] ?? row[`_${member}`] ?? '';
  return String(value);
}
