import { CatalogCounts } from './catalog-counts';
import { CatalogHandlers } from './catalog.handlers';
import { CatalogService } from './catalog.service';

/** Lists of resources by conditions. */
export const catalogParts = {
  controllers: [CatalogHandlers],
  providers: [CatalogCounts, CatalogService],
};
