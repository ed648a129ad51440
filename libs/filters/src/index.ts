export { compileCatalogExpression } from './catalog-expression';
export { expressionPart } from './expression-part';
export { compileFilterExpression, type LookedUp, slugsIn, type Slugs } from './filter-expression';
export { byQueryParameters, extraForbidden, placed, unknownFilterTag, wrongType } from './filter-violations';
export { visibilityFilter } from './visibility-filter';
export { compileKeywordFilters, type KeywordFilters, type Keywords, keywordsIn, keywordsOfFilters } from './keywords';
export { keyValueConditionIn, keyValueFilter } from './key-value-expression';
export { compileLegacyFilters, type LegacyFilters, type ParagraphLabelsets } from './legacy-filters';
export { type FilteredContent, hasLabel, passesIndexFilter } from './passing-content';
