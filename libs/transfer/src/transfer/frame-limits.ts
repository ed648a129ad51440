import type { StructureBounds } from '@lectern/contracts/core';
import { VECTOR_DIMENSIONS_MAX } from '@lectern/contracts/search';
import { PARAGRAPHS_PER_PART } from '@lectern/knowledge-box-rows';
import { PIECE_BYTES } from './transfer-limits';

const MIB = 1024 * 1024;
const FLOAT_BYTES = 4;
/** Place of the vectorset in the head of the file, and number of the part. */
export const VECTOR_HEAD_BYTES = 5;
/** A text field has 2 Mi characters, which JSON may write with 6 bytes each; a resource has less than that. */
export const FRAME_BYTES_MAX = 32 * MIB;
/** Levels of lists and objects in an item. */
const DEPTH_MAX = 512;

/** What an item may be, by its type. */
export interface FrameLimits {
  readonly sizeBytesMax: number;
  /** Lists, objects, members and items of its JSON. */
  readonly nodesMax: number;
}

const limits: Readonly<Record<string, FrameLimits>> = {
  // What a line would hold.
  SUM: { sizeBytesMax: 64, nodesMax: 0 },
  ...Object.fromEntries(['END', 'BIN', 'GEN'].map((type) => [type, { sizeBytesMax: 4_096, nodesMax: 100 }])),
  // Bytes that nobody parses.
  DAT: { sizeBytesMax: 4 * PIECE_BYTES, nodesMax: 0 },
  TXT: { sizeBytesMax: 16 * MIB, nodesMax: 0 },
  VEC: {
    sizeBytesMax: VECTOR_HEAD_BYTES + PARAGRAPHS_PER_PART * VECTOR_DIMENSIONS_MAX * FLOAT_BYTES,
    nodesMax: 0,
  },
  LRN: { sizeBytesMax: 4 * MIB, nodesMax: 50_000 },
  // With what agents found in a resource, and what users said of its fields.
  RES: { sizeBytesMax: FRAME_BYTES_MAX, nodesMax: 500_000 },
  FLD: { sizeBytesMax: FRAME_BYTES_MAX, nodesMax: 300_000 },
  MSG: { sizeBytesMax: FRAME_BYTES_MAX, nodesMax: 300_000 },
  // 50,000 places of entities, 100,000 links.
  EXT: { sizeBytesMax: FRAME_BYTES_MAX, nodesMax: 600_000 },
  PAR: { sizeBytesMax: FRAME_BYTES_MAX, nodesMax: 400_000 },
};

/** Of the box itself: what one request may say. */
const ofDocuments: FrameLimits = { sizeBytesMax: 8 * MIB, nodesMax: 200_000 };

/** What an item of a type may be. Types that are not known are documents of the box. */
export function frameLimits(type: string): FrameLimits {
  return limits[type] ?? ofDocuments;
}

/** What the JSON of an item of a type may consist of. */
export function structureBounds(type: string): StructureBounds {
  return { nodesMax: frameLimits(type).nodesMax, depthMax: DEPTH_MAX };
}
