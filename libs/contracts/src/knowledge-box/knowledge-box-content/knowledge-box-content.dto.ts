import { Matches } from 'class-validator';
import { KNOWLEDGE_BOX_SLUG } from '../knowledge-box/knowledge-box.dto';

/** A knowledge box as callers of its content see it. */
export class KnowledgeBoxObject {
  /** Id of the knowledge box, UUID with hyphens. */
  uuid!: string;
  /** Name in addresses, unique within its account. */
  slug!: string;
  /** Settings of the knowledge box. */
  config!: {
    /** Always null. */
    readonly uuid: null;
    /** The same slug as above. */
    readonly slug: string;
    /** Name for people. */
    readonly title: string;
    /** Free text; null when none was given. */
    readonly description: string | null;
    /** Always null. */
    readonly learning_configuration: null;
    /** Always null. */
    readonly external_index_provider: null;
    /** External index that holds the box; never set. */
    readonly configured_external_index_provider: {
      /** Always `unset`. */
      readonly type: 'unset';
    };
    /** Always null. */
    readonly similarity: null;
    /** Whether resources can be hidden, so that searches leave them out. */
    readonly hidden_resources_enabled: boolean;
    /** Whether new resources are hidden unless their payload says otherwise. */
    readonly hidden_resources_hide_on_creation: boolean;
    /** Whether a search that names no security groups finds public resources only. */
    readonly enforce_security: boolean;
  };
  /** Always null. */
  model!: null;
}

/** A knowledge box, named in a path by its slug. */
export class KnowledgeBoxSlugTarget {
  /** Slug of the knowledge box, unique within its account. */
  @Matches(KNOWLEDGE_BOX_SLUG) slug!: string;
}
