import { handlersOf, Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  readEntityRelations,
  readGraphNames,
  readGraphNodes,
  readGraphPaths,
  readGraphRelations,
} from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { EntityRelationsRepository } from './entity-relations.repository';
import { GraphRepository } from './graph.repository';
import { Controller } from '@nestjs/common';
import { EntityNames } from './entity-names.service';

export const GraphAnswers = handlersOf(EntityNames).answer(readGraphNames, (named, { body }) => named.list(body));

@Controller()
export class GraphHandlers {
  constructor(
    private readonly transactions: Transactions,
    private readonly graph: GraphRepository,
    private readonly entities: EntityRelationsRepository,
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

  @Handles(readGraphRelations)
  relations({ body }: Request<typeof readGraphRelations>) {
    return this.transactions.run((tx) => this.graph.relations(body, tx));
  }
}
