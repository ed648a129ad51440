import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  readEntityRelations,
  readGraphNames,
  readGraphNodes,
  readGraphPaths,
  readGraphRelations,
} from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { EntityRelationsRepository, GraphNamesRepository, GraphRepository } from '@lectern/knowledge-box-rows';
import { Controller } from '@nestjs/common';

@Controller()
export class GraphHandlers {
  constructor(
    private readonly transactions: Transactions,
    private readonly graph: GraphRepository,
    private readonly entities: EntityRelationsRepository,
    private readonly named: GraphNamesRepository,
  ) {}

  @Handles(readEntityRelations)
  entityRelations({ body }: Request<typeof readEntityRelations>) {
    return this.transactions.run((tx) => this.entities.read(body, tx));
  }

  @Handles(readGraphPaths)
  paths({ body }: Request<typeof readGraphPaths>) {
    return this.transactions.run((tx) => this.graph.paths(body, tx));
  }

  @Handles(readGraphNodes)
  nodes({ body }: Request<typeof readGraphNodes>) {
    return this.transactions.run((tx) => this.graph.nodes(body, tx));
  }

  @Handles(readGraphNames)
  names({ body }: Request<typeof readGraphNames>) {
    return this.transactions.run((tx) => this.named.list(body, tx));
  }

  @Handles(readGraphRelations)
  relations({ body }: Request<typeof readGraphRelations>) {
    return this.transactions.run((tx) => this.graph.relations(body, tx));
  }
}
