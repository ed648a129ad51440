import type { IndexFilter } from '../../index/filter';

/** A filter expression of a request. */
export class FilterToCompile {
  /** Id of the knowledge box. */
  kbid!: string;
  /** As it was sent. */
  filter_expression!: unknown;
}

/** Objects that a filter expression keeps. */
export class CompiledFilter {
  /** Absent when it keeps everything. */
  filter?: IndexFilter;
}
