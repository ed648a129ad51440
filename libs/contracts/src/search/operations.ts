import type { AnyOperation } from '../core/operation';
import { askKnowledgeBox, askResource } from './ask/ask.operations';
import { findByQuery, findParagraphs } from './find/find.operations';

/** Every operation that the search service handles. */
export const searchOperations: readonly AnyOperation[] = [askKnowledgeBox, askResource, findByQuery, findParagraphs];
