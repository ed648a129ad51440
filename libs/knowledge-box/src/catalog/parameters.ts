/** The parameters of one statement, in the order of their placeholders. */
export class Parameters {
  readonly values: unknown[] = [];

  /** @returns the placeholder of the value */
  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}
