/** Resources whose fields are asked about. */
export class UnembeddedFieldsQuery {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Ids of resources, at most 1,000. */
  rids!: readonly string[];
  /** Id of the vectorset. */
  vectorset!: string;
}

/** Fields that are not wholly in the index of a vectorset. */
export class UnembeddedFields {
  /** `rid/letter/id`, in no particular order. */
  fields!: readonly string[];
}
