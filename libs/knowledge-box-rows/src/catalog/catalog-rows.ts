import { CatalogRepository } from './catalog.repository';

/** Resources as the catalog lists and counts them; their table is that of the resources. */
export const catalogRows = {
  entities: [],
  providers: [CatalogRepository],
};
