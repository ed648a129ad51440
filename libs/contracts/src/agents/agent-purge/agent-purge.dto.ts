/** An agent that was deleted. */
export class DeletedAgent {
  /** Id of the agent. */
  agent!: string;
}
