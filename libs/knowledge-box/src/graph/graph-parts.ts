import { BoxNames } from './box-names';
import { EntityNames } from './entity-names.service';
import { GraphHandlers } from './graph.handlers';

/** The knowledge graph. */
export const graphParts = {
  controllers: [GraphHandlers],
  providers: [BoxNames, EntityNames],
};
