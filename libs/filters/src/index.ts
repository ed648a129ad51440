export { compileCatalogExpression } from './catalog-expression';
export { compileFilterExpression, slugsIn, type Slugs } from './filter-expression';
export { compileLegacyFilters, type LegacyFilters } from './legacy-filters';
