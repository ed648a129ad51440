import { valueBytes } from '@lectern/index-engine';
import { BYTES_PER_NUMBER, JsonBytes } from './json-bytes';
import type { Filter, QdrantConnection } from './qdrant-connection';
import { type Point, VECTOR_NAME } from './qdrant-point';

interface Upsert {
  readonly points: readonly Point[];
  readonly update_filter: Filter;
}

/** One of Qdrant's `UpdateOperation`s. */
export type Operation =
  | { readonly upsert: Upsert }
  | { readonly set_payload: { readonly payload: object; readonly filter: Filter } }
  | { readonly delete: { readonly filter: Filter } };

/** Qdrant accepts 32 MiB per request. */
const REQUEST_BYTES_MAX = 8 * 1024 * 1024;
/** Serialised per turn of the event loop: about 20 ms. */
export const POINT_BYTES_MAX = 2 * 1024 * 1024;
const BYTES_PER_PAYLOAD = 500;

/** Estimated size of a point in a request. */
export function pointBytes({ vector, payload }: Point): number {
  return (vector?.length ?? 0) * BYTES_PER_NUMBER + valueBytes(payload) + BYTES_PER_PAYLOAD;
}

/**
 * Sends operations that Qdrant executes in this order before the promise resolves.
 *
 * @throws AppError `unavailable`, `storage_full`, `not_found` for a missing collection
 */
export async function applyBatch(
  connection: QdrantConnection,
  collection: string,
  operations: readonly Operation[],
): Promise<void> {
  await send(connection, `${batchPath(collection)}&wait=true`, operations);
}

/**
 * Like `applyBatch`, for many small operations in a third of the time: it waits only for the last one, which Qdrant
 * executes after the others. If another one fails after Qdrant accepted it, that is not reported: check the result.
 */
export async function applyInQueue(
  connection: QdrantConnection,
  collection: string,
  operations: readonly Operation[],
): Promise<void> {
  for (const some of requestsOf(operations.slice(0, -1)))
    await send(connection, `${batchPath(collection)}&wait=false`, some);
  await applyBatch(connection, collection, operations.slice(-1));
}

async function send(connection: QdrantConnection, path: string, operations: readonly Operation[]): Promise<void> {
  await connection.write(connection.posting(path, batchOf(operations)));
}

function batchPath(collection: string): string {
  return `/collections/${encodeURIComponent(collection)}/points/batch?ordering=medium`;
}

function* requestsOf(operations: readonly Operation[]): Generator<Operation[]> {
  let [some, size]: [Operation[], number] = [[], 0];
  for (const operation of operations) {
    const added = JSON.stringify(operation).length;
    if (some.length > 0 && size + added > REQUEST_BYTES_MAX) {
      yield some;
      [some, size] = [[], 0];
    }
    some.push(operation);
    size += added;
  }
  if (some.length > 0) yield some;
}

/** The body of a batch update. */
function batchOf(operations: readonly Operation[]): Buffer {
  const points = operations.flatMap((operation) => ('upsert' in operation ? operation.upsert.points : []));
  const body = new JsonBytes(points.reduce((sum, point) => sum + pointBytes(point), BYTES_PER_PAYLOAD));
  body.add('{"operations":[');
  operations.forEach((operation, i) => {
    if (i > 0) body.add(',');
    if ('upsert' in operation) addUpsert(body, operation.upsert);
    else body.add(JSON.stringify(operation));
  });
  return body.add(']}').take();
}

function addUpsert(body: JsonBytes, { points, update_filter: filter }: Upsert): void {
  body.add('{"upsert":{"points":[');
  points.forEach(({ id, vector, payload }, i) => {
    body.add(`${i > 0 ? ',' : ''}{"id":"${id}","payload":${JSON.stringify(payload)},"vector":{`);
    if (vector) body.add(`"${VECTOR_NAME}":[`).addNumbers(vector).add(']');
    body.add('}}');
  });
  body.add(`],"update_filter":${JSON.stringify(filter)}}}`);
}
