import type { Row } from './rows';

/** Rows of one page; those of other directions apart. */
export interface PageRows {
  /** From 1. */
  readonly number?: number;
  readonly sheets: readonly (readonly Row[])[];
  /** Notes, form values and the like: read after the page. */
  readonly extras: readonly string[];
  /** Text of a page that is a picture. */
  readonly recognized?: string;
  readonly bottom: number;
  readonly height: number;
}
