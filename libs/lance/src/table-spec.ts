import type { Index } from '@lancedb/lancedb';

export interface TableIndex {
  readonly column: string;
  /** A new one each time: LanceDB takes each only once. */
  readonly config: () => Index;
  /** Costly to make and seldom asked: brought up to date only when the whole table is. */
  readonly rarely?: boolean;
}
