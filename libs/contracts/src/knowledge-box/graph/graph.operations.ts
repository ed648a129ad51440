import { operation } from '../../core/operation';
import {
  EntityRelations,
  EntityRelationsQuery,
  GraphNamesQuery,
  GraphNodes,
  GraphPathsRead,
  GraphReading,
  GraphRelations,
} from './graph.dto';

/** @throws AppError `invalid_request` for a filter about paragraphs, `deadline_exceeded` */
export const readGraphPaths = operation({
  name: 'kb.graph.paths',
  summary: 'Read paths of the knowledge graph',
  body: GraphReading,
  answer: GraphPathsRead,
  deadlineMs: 10_000,
});

/** @throws AppError `invalid_request` for a filter about paragraphs, `deadline_exceeded` */
export const readGraphNodes = operation({
  name: 'kb.graph.nodes',
  summary: 'Read nodes of the knowledge graph',
  body: GraphReading,
  answer: GraphNodes,
  deadlineMs: 10_000,
});

/** @throws AppError `invalid_request` for a filter about paragraphs, `deadline_exceeded` */
export const readGraphNames = operation({
  name: 'kb.graph.names',
  summary: 'Read entities by the beginnings of their names',
  body: GraphNamesQuery,
  answer: GraphNodes,
  deadlineMs: 10_000,
});

/** @throws AppError `invalid_request` for a filter about paragraphs, `deadline_exceeded` */
export const readGraphRelations = operation({
  name: 'kb.graph.relations',
  summary: 'Read relations of the knowledge graph',
  body: GraphReading,
  answer: GraphRelations,
  deadlineMs: 10_000,
});

/** @throws AppError `deadline_exceeded` */
export const readEntityRelations = operation({
  name: 'kb.graph.entity-relations',
  summary: 'Read relations of entities, or of those in a text',
  body: EntityRelationsQuery,
  answer: EntityRelations,
  deadlineMs: 10_000,
});
