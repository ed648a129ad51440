import { formattedNumber, type NumberFormat } from './number-format';

/** Levels of a list. */
export const LEVELS_MAX = 10;
const LABEL_CHARS_MAX = 200;

/** How a level of a list is numbered. */
export interface NumberedLevel {
  /** Undefined for one of bullets. */
  readonly format?: NumberFormat;
  readonly start: number;
  /** With `%1` for the number of the first level, and so on. */
  readonly pattern: string;
  /** Whether all numbers of the label are decimal. */
  readonly isDecimal?: boolean;
  /** Continues to count where levels above it have continued. */
  readonly neverRestarts?: boolean;
}

/** Counts the items of a list, level by level. */
export class ListCounters {
  private readonly counts: (number | undefined)[] = [];

  /** The number that the next item of a level gets is `start`. */
  restart(level: number, start: number): void {
    this.counts[level] = start - 1;
  }

  /** Counts an item. @returns what stands before it; empty for a bullet */
  next(level: number, levels: readonly (NumberedLevel | undefined)[]): string {
    const own = levels[level];
    if (level < 0 || level >= LEVELS_MAX || !own) return '';
    for (let above = 0; above < level; above += 1) this.counts[above] ??= levels[above]?.start ?? 1;
    this.counts[level] = (this.counts[level] ?? own.start - 1) + 1;
    for (let below = level + 1; below < LEVELS_MAX; below += 1)
      if (!levels[below]?.neverRestarts) this.counts[below] = undefined;
    if (own.format === undefined) return '';
    const label = own.pattern.replace(/%(\d+)/g, (_, digits: string) => this.numberOf(Number(digits) - 1, levels, own));
    return label.slice(0, LABEL_CHARS_MAX).trim();
  }

  private numberOf(
    level: number,
    levels: readonly (NumberedLevel | undefined)[],
    { isDecimal }: NumberedLevel,
  ): string {
    const of = levels[level];
    const format = isDecimal && of?.format !== 'none' ? 'decimal' : (of?.format ?? 'none');
    return formattedNumber(this.counts[level] ?? of?.start ?? 1, format);
  }
}
