/** Names a knowledge box. */
export class KnowledgeBoxReference {
  /** UUID with hyphens. */
  kbid!: string;
}

/** Data of a knowledge box that retrieval needs. */
export class RetrievalSettings {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Id of its account. */
  account?: string;
  /** Whether resources can be hidden. */
  hiddenResourcesEnabled!: boolean;
  /** Whether searches without groups see public resources only. */
  enforceSecurity!: boolean;
  /** Ids of its vectorsets, the default one first. */
  vectorsets!: readonly string[];
  /** Its indexes were emptied and do not hold everything again yet. */
  rebuilding!: boolean;
  /** Names the last time that they were emptied, or will be; absent when they never were. */
  emptied?: string;
  /**
   * Ids of vectorsets that lack some paragraphs: `listUnembeddedFields` says which. An empty id means
   * every vectorset: the box has none yet.
   */
  embedding!: readonly string[];
}
