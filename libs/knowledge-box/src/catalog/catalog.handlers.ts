import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { countCatalogFacets, listCatalog } from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { CatalogService } from './catalog.service';

@Controller()
export class CatalogHandlers {
  constructor(private readonly catalog: CatalogService) {}

  @Handles(listCatalog)
  list({ params, body, principal }: Request<typeof listCatalog>) {
    return this.catalog.list(params.kbid, body, principal);
  }

  @Handles(countCatalogFacets)
  facets({ params, body, principal }: Request<typeof countCatalogFacets>) {
    return this.catalog.facets(params.kbid, body, principal);
  }
}
