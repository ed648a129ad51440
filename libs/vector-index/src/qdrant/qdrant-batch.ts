import { bytesPerNumber, JsonBytes } from './json-bytes';
import type { Filter } from './qdrant-connection';
import { type Point, vectorName } from './qdrant-point';

interface Upsert {
  readonly points: readonly Point[];
  readonly update_filter: Filter;
}

/** One of Qdrant's `UpdateOperation`s. */
export type Operation = { readonly upsert: Upsert } | { readonly delete: { readonly filter: Filter } };

const bytesPerPayload = 1_000;

/** What a point takes in a request, about. */
export function bytesOf({ vector }: Point): number {
  return (vector?.length ?? 0) * bytesPerNumber + bytesPerPayload;
}

/** The body of a batch update. */
export function batchOf(operations: readonly Operation[]): Buffer {
  const points = operations.flatMap((operation) => ('upsert' in operation ? operation.upsert.points : []));
  const body = new JsonBytes(points.reduce((sum, point) => sum + bytesOf(point), bytesPerPayload));
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
    if (vector) body.add(`"${vectorName}":[`).addNumbers(vector).add(']');
    body.add('}}');
  });
  body.add(`],"update_filter":${JSON.stringify(filter)}}}`);
}
