import { type FindAnswer, findParagraphs } from '@lectern/contracts/search';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';

const FRESH_MS = 30_000;
/** Results that are compared. */
const COMPARED = 10;

/** One of two ways to search. */
export interface Trial {
  /** Name of the way. */
  readonly title: string;
  /** Members of a find, without the query. */
  readonly members: Readonly<Record<string, unknown>>;
}

/** A passage that was found. */
export interface FoundPassage {
  readonly id: string;
  readonly rid: string;
  readonly title: string;
  readonly text: string;
}

/** What one way of searching found, best first. */
export interface TrialResults {
  readonly passages: readonly FoundPassage[];
  readonly warnings: readonly string[];
}

export const trialQuery = (kbid: string, query: string, members: Trial['members']) =>
  queryOptions({
    queryKey: ['box', kbid, 'trial', query, members],
    queryFn: async ({ signal }): Promise<TrialResults> => {
      const body = { top_k: COMPARED, ...members, query };
      return resultsOf(await api.call(findParagraphs, { params: { kbid }, body, signal }));
    },
    staleTime: FRESH_MS,
  });

function resultsOf({ results: { best_matches: ids, resources, warnings = [] } }: FindAnswer): TrialResults {
  const passages = Object.entries(resources).flatMap(([rid, { title, fields }]) =>
    Object.values(fields)
      .flatMap((field) => Object.values(field.paragraphs))
      .map(({ id, text }) => [id, { id, rid, title: title || rid, text }] as const),
  );
  const found = new Map(passages);
  return { warnings, passages: ids.flatMap((id) => found.get(id) ?? []) };
}
