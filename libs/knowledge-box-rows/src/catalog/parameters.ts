/** The parameters of one statement, in the order in which its text names them. */
export class Parameters {
  readonly values: unknown[] = [];

  /** @returns how the statement names the value */
  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}
