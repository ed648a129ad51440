import { IsString, Length } from 'class-validator';
import type { Integer } from '../../core/integer';
import { KnowledgeBoxTarget } from '../params';
import { MODEL_NAME_CHARS_MAX } from '../learning-configuration/learning-configuration.dto';

/** Vectorsets that a knowledge box can have. */
export const VECTORSETS_MAX = 10;

/** A vectorset of a knowledge box, named in a path. */
export class VectorsetTarget extends KnowledgeBoxTarget {
  /** Id of the vectorset: the name of its embedding model. */
  @IsString() @Length(1, MODEL_NAME_CHARS_MAX) vectorset_id!: string;
}

/** A vectorset that was added. */
export class VectorsetCreated {
  /** Name of the embedding model. */
  id!: string;
}

/** One embedding model's vectors of a knowledge box. */
export class VectorsetRecord {
  /** Name of the embedding model. */
  id!: string;
  /**
   * Resources that it has no vectors of, or not all, as far as they are counted yet; absent when it has all. Their
   * paragraphs are found by words, and count as unknown in searches by meaning.
   */
  waiting?: Integer;
}

/** The vectorsets of a knowledge box. */
export class VectorsetList {
  /** Oldest first: the first one is meant by searches that name none. */
  vectorsets!: readonly VectorsetRecord[];
}

/** Names a knowledge box and who must own it. */
export class OwnedBoxReference {
  /** Id of the account. */
  account!: string;
  /** UUID with hyphens. */
  kbid!: string;
}

/** Embedding models that a knowledge box has vectorsets of. */
export class BoxVectorsets {
  /** Ids of its vectorsets, the default one first; empty until something is embedded, unless some were chosen. */
  ids!: readonly string[];
}

/** How many knowledge boxes need an embedding model. */
export class EmbeddingModelUse {
  /** Name of the embedding model. */
  id!: string;
  /** Whether it can be used now. */
  installed!: boolean;
  /** Knowledge boxes that have a vectorset of it. */
  knowledge_boxes!: Integer;
}

/** Which models a zone uses. */
export class ModelUse {
  /** Embedding model of new knowledge boxes. */
  default_embedder!: string;
  /** Model that orders results. */
  reranker!: string;
  /** Models that are installed or that a knowledge box needs, by name; at most 1,000. */
  embedders!: readonly EmbeddingModelUse[];
}

/** Names a vectorset of a knowledge box. */
export class NamedVectorset {
  /** Id of the knowledge box, UUID with hyphens. */
  kbid!: string;
  /** Id of the vectorset. */
  id!: string;
}

/** Whether a vectorset is being filled with existing content. */
export class VectorsetFilling extends NamedVectorset {
  /** False: it waits. */
  fills!: boolean;
}
