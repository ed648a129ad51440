import { throughDoor } from '@lectern/contracts/core';
import { CatalogQuery, listCatalog } from '@lectern/contracts/knowledge-box';
import {
  findParagraphs,
  FindQuery,
  searchKnowledgeBox,
  SearchQuery,
  suggest,
  SuggestQuery,
} from '@lectern/contracts/search';

/** Searches of clients that cannot send a body. */
export const findByQuery = throughDoor(findParagraphs, 'search.find.get', FindQuery);
export const searchByQuery = throughDoor(searchKnowledgeBox, 'search.search.get', SearchQuery);
export const suggestByQuery = throughDoor(suggest, 'search.suggest.get', SuggestQuery);
export const listCatalogByQuery = throughDoor(listCatalog, 'kb.catalog.list.get', CatalogQuery);
