/** Names an agent. */
export class AgentReference {
  /** Id of the agent. */
  id!: string;
}

/** What an agent is, for the service that runs it. */
export class AgentDescription {
  /** Id of the agent. */
  id!: string;
  /** Account that owns it. */
  account!: string;
  /** Name in paths of its account. */
  slug!: string;
  /** For people. */
  title!: string;
  /** What it is for. */
  description!: string;
  /** Whether it is a knowledge box, too, which keeps its sessions. */
  hasMemory!: boolean;
}
