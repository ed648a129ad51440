/** Resources whose fields are asked about. */
export class UnembeddedFieldsQuery {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Ids of resources, at most 1,000. */
  rids!: readonly string[];
}

/** Fields that are not wholly in the vector index. */
export class UnembeddedFields {
  /** `rid/letter/id`, in no particular order. */
  fields!: readonly string[];
}
