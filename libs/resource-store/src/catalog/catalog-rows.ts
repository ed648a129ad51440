import { CatalogRepository } from './catalog.repository';

/** Lists and counts resources for the catalog, from the table of resources. */
export const catalogRows = {
  entities: [],
  providers: [CatalogRepository],
};
