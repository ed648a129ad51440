import type { AnyOperation } from '../core/operation';
import { askKnowledgeBox, askResource, findByQuery, findParagraphs } from './search.operations';

/** Every operation that the search service handles. */
export const searchOperations: readonly AnyOperation[] = [askKnowledgeBox, askResource, findByQuery, findParagraphs];
