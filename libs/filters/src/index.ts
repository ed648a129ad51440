export { compileCatalogExpression } from './catalog-expression';
export { compileFilterExpression, slugsIn, type Slugs } from './filter-expression';
export { extraForbidden, isRecord, unknownTag, wrongType } from './filter-violations';
export { keyValueConditionIn, keyValueFilter } from './key-value-expression';
export { compileLegacyFilters, type LabelOwners, type LegacyFilters } from './legacy-filters';
