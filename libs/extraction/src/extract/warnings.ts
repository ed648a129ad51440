import type { FieldProblem } from './document';
import { extractProblem } from './extract-error';

export const WARNINGS_MAX = 50;
const WARNING_CHARS_MAX = 500;

/** State of `Warnings` between two pieces of work. */
export interface WarningsState {
  readonly said: readonly string[];
  readonly losses: readonly (readonly [text: string, count: number])[];
  readonly unsaid: number;
}

/** Warnings for the sender of a field. Each kind of loss is reported once, with its amount. */
export class Warnings {
  private readonly said: Set<string>;
  private readonly losses: Map<string, number>;
  private unsaid: number;

  constructor({ said, losses, unsaid }: WarningsState = { said: [], losses: [], unsaid: 0 }) {
    this.said = new Set(said);
    this.losses = new Map(losses);
    this.unsaid = unsaid;
  }

  add(text: string): void {
    const warning = text.length > WARNING_CHARS_MAX ? `${text.slice(0, WARNING_CHARS_MAX).toWellFormed()}…` : text;
    if (this.said.has(warning)) return;
    if (this.said.size + this.losses.size < WARNINGS_MAX) this.said.add(warning);
    else this.unsaid += 1;
  }

  /**
   * @param text names the omitted content and the limit, the same words for all of its kind; the count is
   * appended
   */
  lose(text: string, count = 1): void {
    if (count > 0) this.losses.set(text, (this.losses.get(text) ?? 0) + count);
  }

  get state(): WarningsState {
    return { said: [...this.said], losses: [...this.losses], unsaid: this.unsaid };
  }

  list(): FieldProblem[] {
    const losses = [...this.losses].map(([text, count]) => `${text}: ${count.toLocaleString('en')}`);
    const unsaid = this.unsaid > 0 ? [`Warnings beyond the first ${WARNINGS_MAX} were left out: ${this.unsaid}`] : [];
    return [...this.said, ...losses, ...unsaid].map((text) => extractProblem(text, 'WARNING'));
  }
}
