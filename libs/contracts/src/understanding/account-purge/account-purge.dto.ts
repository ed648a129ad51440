/** An account that was deleted. */
export class PurgedAccountRows {
  /** Id of the account, UUID. */
  account!: string;
}
