import type { VectorRecord } from '@lectern/contracts/core';
import { EntryTally } from '@lectern/index-engine';
import type { QdrantConnection } from './qdrant-connection';
import { type Point, VECTOR_NAME, vectorPoints } from './qdrant-point';

const POINTS_PER_READ = 100;
/** Qdrant normalises vectors again, which changes their last digits. */
const COSINE_MIN = 0.9999;

interface ExpectedPoint extends Point {
  readonly rid: string;
}

/** A point as returned by Qdrant. */
interface HeldPoint {
  readonly payload?: object | null;
  readonly vector?: unknown;
}

/** Compares points with the expected ones. */
export class PointComparison {
  constructor(private readonly connection: QdrantConnection) {}

  /** @returns ids of resources that lack vectors or have different ones */
  async differing(collection: string, tenant: string, records: readonly VectorRecord[]): Promise<readonly string[]> {
    const different = new Set<string>();
    let pending: ExpectedPoint[] = [];
    for (const record of records)
      for await (const page of vectorPoints(tenant, record))
        for (const point of page) {
          pending.push({ ...point, rid: record.resource.rid });
          if (pending.length < POINTS_PER_READ) continue;
          await this.compare(collection, pending, different);
          pending = [];
        }
    if (pending.length > 0) await this.compare(collection, pending, different);
    return [...different];
  }

  private async compare(collection: string, points: readonly ExpectedPoint[], different: Set<string>): Promise<void> {
    const ids = points.map(({ id }) => id);
    const query = { collection_name: collection, ids, with_payload: true, with_vector: true };
    const found = await this.connection.write((api, init) => api.getPoints(query, init));
    const held = new Map<string, HeldPoint>(found.map((point) => [String(point.id), point]));
    for (const point of points) if (!isSame(point, held.get(point.id))) different.add(point.rid);
  }
}

function isSame({ payload, vector }: Point, held: HeldPoint | undefined): boolean {
  if (!held || !isNear(vector, vectorOf(held))) return false;
  const tally = new EntryTally();
  tally.expect(withoutVersion(payload));
  tally.meet(withoutVersion(held.payload ?? {}));
  return !tally.differs;
}

function vectorOf({ vector }: HeldPoint): readonly number[] {
  const named = vector as Readonly<Record<string, readonly number[]>> | null | undefined; // as in our collections
  return named?.[VECTOR_NAME] ?? [];
}

function isNear(expected: Float32Array | undefined, held: readonly number[]): boolean {
  if (expected?.length !== held.length) return false;
  let [product, own, other] = [0, 0, 0];
  for (const [i, value] of expected.entries()) {
    const heldValue = held[i] ?? 0;
    product += value * heldValue;
    own += value * value;
    other += heldValue * heldValue;
  }
  return product >= COSINE_MIN * Math.sqrt(own * other);
}

/** A payload without the bookkeeping of writes. */
function withoutVersion(payload: object): unknown {
  return { ...payload, version: undefined };
}
