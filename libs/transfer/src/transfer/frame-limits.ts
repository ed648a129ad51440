import type { StructureBounds } from '@lectern/contracts/core';
import { VECTOR_DIMENSIONS_MAX } from '@lectern/contracts/search';
import { PARAGRAPHS_PER_PART } from '@lectern/resource-store';
import { PIECE_BYTES } from './transfer-limits';

const MIB = 1024 * 1024;
const FLOAT_BYTES = 4;
/** Index of the vectorset in the head of the file, and number of the part. */
export const VECTOR_HEAD_BYTES = 5;
/** A text field has up to 2 Mi characters, each up to 6 bytes in JSON; a resource is smaller. */
export const FRAME_BYTES_MAX = 32 * MIB;
/** Nesting depth of lists and objects in an item. */
const DEPTH_MAX = 512;

/** Limits of an item of a type. */
export interface FrameLimits {
  readonly sizeBytesMax: number;
  /** Number of lists, objects, members and elements in its JSON. */
  readonly nodesMax: number;
}

const limits: Readonly<Record<string, FrameLimits>> = {
  // Fits on one line.
  SUM: { sizeBytesMax: 64, nodesMax: 0 },
  ...Object.fromEntries(['END', 'BIN', 'GEN'].map((type) => [type, { sizeBytesMax: 4_096, nodesMax: 100 }])),
  // Bytes that are not parsed.
  DAT: { sizeBytesMax: 4 * PIECE_BYTES, nodesMax: 0 },
  TXT: { sizeBytesMax: 16 * MIB, nodesMax: 0 },
  VEC: {
    sizeBytesMax: VECTOR_HEAD_BYTES + PARAGRAPHS_PER_PART * VECTOR_DIMENSIONS_MAX * FLOAT_BYTES,
    nodesMax: 0,
  },
  LRN: { sizeBytesMax: 4 * MIB, nodesMax: 50_000 },
  // Includes results of agents and user annotations.
  RES: { sizeBytesMax: FRAME_BYTES_MAX, nodesMax: 500_000 },
  FLD: { sizeBytesMax: FRAME_BYTES_MAX, nodesMax: 300_000 },
  MSG: { sizeBytesMax: FRAME_BYTES_MAX, nodesMax: 300_000 },
  // 50,000 entity positions, 100,000 links.
  EXT: { sizeBytesMax: FRAME_BYTES_MAX, nodesMax: 600_000 },
  PAR: { sizeBytesMax: FRAME_BYTES_MAX, nodesMax: 400_000 },
};

/** Documents of the box itself: the limits of one request. */
const ofDocuments: FrameLimits = { sizeBytesMax: 8 * MIB, nodesMax: 200_000 };

/** Limits of an item of a type. Unknown types are treated as documents of the box. */
export function frameLimits(type: string): FrameLimits {
  return limits[type] ?? ofDocuments;
}

/** Limits on the JSON structure of an item of a type. */
export function structureBounds(type: string): StructureBounds {
  return { nodesMax: frameLimits(type).nodesMax, depthMax: DEPTH_MAX };
}
