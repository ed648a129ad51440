import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { countCatalogFacets, listCatalog, listCatalogByQuery } from '@lectern/contracts/knowledge-box';
import { placed } from '@lectern/filters';
import { Controller } from '@nestjs/common';
import { CatalogService } from './catalog.service';
import { catalogRequestOf } from './catalog-by-query';

@Controller()
export class CatalogHandlers {
  constructor(private readonly catalog: CatalogService) {}

  @Handles(listCatalog)
  list({ params, body, principal }: Request<typeof listCatalog>) {
    return this.catalog.list(params.kbid, body, principal);
  }

  @Handles(listCatalogByQuery)
  async *listByQuery({ params, query, principal }: Request<typeof listCatalogByQuery>) {
    try {
      yield* this.catalog.list(params.kbid, catalogRequestOf(query), principal);
    } catch (error) {
      throw placed(error, ['query']);
    }
  }

  @Handles(countCatalogFacets)
  facets({ params, body, principal }: Request<typeof countCatalogFacets>) {
    return this.catalog.facets(params.kbid, body, principal);
  }
}
