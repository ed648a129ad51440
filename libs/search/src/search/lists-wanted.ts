import type { SearchFeatureName, SearchRequest } from '@lectern/contracts/search';
import type { ListsWanted } from '../retrieval/separate-retrieval';

/** The lists that a request wants, and their order. */
export function listsWanted({
  features,
  offset,
  sort,
}: Pick<SearchRequest, 'features' | 'offset' | 'sort'>): ListsWanted {
  const wants = (...names: readonly SearchFeatureName[]) => features.some((feature) => names.includes(feature));
  const by = sort?.field;
  return {
    keyword: wants('keyword', 'paragraphs'),
    fulltext: wants('fulltext'),
    semantic: wants('semantic', 'vectors'),
    offset,
    isWorstFirst: by === 'score' && sort?.order === 'asc',
    ...((by === 'created' || by === 'modified') && { order: { by, direction: sort?.order ?? 'desc' } }),
  };
}
