import { GraphHandlers } from './graph.handlers';

/** The knowledge graph. */
export const graphParts = {
  controllers: [GraphHandlers],
};
