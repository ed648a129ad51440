import {
  askKnowledgeBox,
  type AskItem,
  type AskRequest,
  type AskStatus,
  type Citations,
  type FindResults,
} from '@lectern/contracts/search';
import type { Sent } from '@lectern/client';
import type { Api } from '../api';
import { CommandError, exitCodes } from '../exit-code';
import { type Hit, hits } from './search-commands';

type Sentences = Extract<AskItem, { readonly type: 'citations' }>['sentences'];

/** What a knowledge box answered. */
export interface Answer {
  readonly text: string;
  readonly status: AskStatus;
  /** Why the model failed, or a note. */
  readonly details?: string;
  /** Parts of the text by the paragraph that supports them. */
  readonly citations: Citations;
  readonly sentences: Sentences;
  /** Paragraphs that were found, best first. */
  readonly found: readonly Hit[];
  readonly warnings: readonly string[];
}

/** A document that an answer cites. */
export interface Source {
  /** From 1, in the order of the answer. */
  readonly number: number;
  readonly title: string;
  readonly path: string | null;
  readonly resource: string;
  /** From 1; absent where there are no pages. */
  readonly page?: number;
  readonly paragraph: string;
}

interface Question {
  readonly kbid: string;
  readonly body: Sent<AskRequest>;
  /** Called with each piece of the answer. */
  readonly onText?: (text: string) => void;
}

/** @throws CommandError when the answer breaks off */
export async function answerOf(api: Api, { kbid, body, onText }: Question): Promise<Answer> {
  let text = '';
  let [status, details]: [AskStatus, string?] = ['success'];
  let results: FindResults | undefined;
  let cited: Pick<Answer, 'citations' | 'sentences'> = { citations: {}, sentences: [] };
  const request = { citations: true, show: ['basic', 'origin'], ...body } as const;
  for await (const { item } of api.stream(askKnowledgeBox, { params: { kbid }, body: request })) {
    if (item?.type === 'answer') {
      text += item.text;
      onText?.(item.text);
    } else if (item?.type === 'retrieval') ({ results } = item);
    else if (item?.type === 'status') ({ status, details } = item);
    else if (item?.type === 'citations') cited = { citations: item.citations, sentences: item.sentences };
    else if (item?.type === 'error') throw new CommandError(`The answer broke off: ${item.error}`, exitCodes.refused);
  }
  const found = results ? hits(results) : [];
  return { text, status, details, ...cited, found, warnings: results?.warnings ?? [] };
}

/** The paragraphs that an answer cites, numbered in the order in which it cites them. */
export function sourcesOf({ citations, found }: Pick<Answer, 'citations' | 'found'>): readonly Source[] {
  const first = (ranges: readonly (readonly [number, number])[]) => Math.min(...ranges.map(([, end]) => end));
  return Object.entries(citations)
    .filter(([, ranges]) => ranges.length > 0)
    .sort(([, a], [, b]) => first(a) - first(b))
    .map(([paragraph], index) => {
      const hit = found.find((one) => one.paragraph === paragraph);
      const resource = paragraph.split('/')[0] ?? paragraph;
      return {
        number: index + 1,
        title: hit?.title ?? resource,
        path: hit?.path ?? null,
        resource,
        ...(hit && hit.page > 0 && { page: hit.page + 1 }),
        paragraph,
      };
    });
}

/** The answer with the number of its source after each part: `The moon pulls the sea. [1]`. */
export function numbered({ text, citations }: Pick<Answer, 'text' | 'citations'>, sources: readonly Source[]): string {
  const points = Array.from(text);
  const marks = new Map<number, number[]>();
  for (const { paragraph, number } of sources)
    for (const [, end] of citations[paragraph] ?? [])
      marks.set(Math.min(end, points.length), [...(marks.get(Math.min(end, points.length)) ?? []), number]);
  const ends = [...marks.keys()].sort((a, b) => a - b);
  let [at, marked] = [0, ''];
  for (const end of ends) {
    const numbers = [...new Set(marks.get(end))].sort((a, b) => a - b);
    marked += `${points.slice(at, end).join('')} ${numbers.map((number) => `[${number}]`).join('')}`;
    at = end;
  }
  return marked + points.slice(at).join('');
}
