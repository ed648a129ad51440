import { handlersOf } from '@lectern/bus';
import { countCatalogFacets, listCatalog } from '@lectern/contracts/knowledge-box';
import { CatalogService } from './catalog.service';

export const CatalogHandlers = handlersOf(CatalogService)
  .answer(listCatalog, (catalog, { params, body, principal }) => catalog.list(params.kbid, body, principal))
  .answer(countCatalogFacets, (catalog, { params, body, principal }) => catalog.facets(params.kbid, body, principal));
