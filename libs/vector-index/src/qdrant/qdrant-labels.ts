import { type IndexUpdate, isGivenLabel, type GivenLabels, labelsGivenTo } from '@lectern/contracts/core';
import type { Schemas } from '@qdrant/js-client-rest';
import { isDeepStrictEqual } from 'node:util';
import type { Operation } from './qdrant-batch';
import type { Filter, QdrantConnection } from './qdrant-connection';
import { atMost, equal, anyValue } from './qdrant-filter';
import { pathsOf } from './qdrant-point';

const POINTS_PER_PAGE = 1_000;
/** Points with one of these paths have given labels. */
const ROOTS = ['/l', '/fl'];

/** An update of resources of one knowledge box. */
export interface Update {
  readonly kbid: string;
  readonly resources: readonly IndexUpdate[];
}

/**
 * Operations that set the labels given to points of vectors, page by page. Reads only points that have given labels, or
 * whose fields get some.
 */
export async function* labelOperations(
  connection: QdrantConnection,
  collection: string,
  updates: readonly Update[],
): AsyncGenerator<Operation[]> {
  const resources = new Map(
    updates.flatMap((update) => update.resources.map((one) => [resourceKey(update.kbid, one), one])),
  );
  const should = updates.flatMap(({ kbid, resources: all }) => all.flatMap((one) => labelledPoints(kbid, one)));
  if (should.length === 0) return;
  for (let offset: Schemas['ScrollRequest']['offset']; ;) {
    const query = {
      collection_name: collection,
      filter: { should },
      limit: POINTS_PER_PAGE,
      offset,
      with_payload: ['kb', 'rid', 'id', 'fields', 'labels'],
    };
    const { points, next_page_offset: next } = await connection.write((api, init) => api.scrollPoints(query, init));
    const changed = points.flatMap(({ id, payload }) => {
      const resource = resources.get(resourceKey(String(payload?.['kb']), { rid: ridOfPayload(payload) }));
      const labels = resource?.given && changedLabels(payload, resource.given);
      return labels ? [{ id, resource, labels }] : [];
    });
    // Most points of a resource share their labels.
    const alike = Map.groupBy(changed, ({ resource, labels }) => JSON.stringify([resource.rid, labels]));
    yield [...alike.values()].flatMap((own) => {
      const [{ resource, labels }] = own as [(typeof own)[number]]; // a group has at least one member
      const must = [{ has_id: own.map(({ id }) => id) }, atMost('version', resource.version)];
      return [{ set_payload: { payload: { labels }, filter: { must } } }];
    });
    if (next === null || next === undefined) return;
    offset = next as typeof offset; // an id, like those of points
  }
}

function labelledPoints(kbid: string, { rid, version, given }: IndexUpdate): Filter[] {
  if (!given) return [];
  const { ofFields, ofParagraphs } = given;
  const fields = new Set([...ofFields.keys(), ...[...ofParagraphs.keys()].map(fieldInResource)]);
  const should = [anyValue('labels', ROOTS), ...(fields.size > 0 ? [anyValue('fields', [...fields])] : [])];
  return [{ must: [equal('kb', kbid), anyValue('rid', [rid]), atMost('version', version), { should }] }];
}

type Payload = Schemas['Record']['payload'];

/** Undefined when the point has them already. */
function changedLabels(payload: Payload, given: GivenLabels): readonly string[] | undefined {
  const [held, [field = '']] = [payloadTexts(payload?.['labels']), payloadTexts(payload?.['fields'])];
  const part = { id: String(payload?.['id']), field };
  const labels = [...new Set([...held.filter((path) => !isGivenLabel(path)), ...pathsOf(labelsGivenTo(part, given))])];
  return isDeepStrictEqual(new Set(labels), new Set(held)) ? undefined : labels;
}

function payloadTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** Qdrant returns UUIDs with hyphens, but ids of resources have none. */
function ridOfPayload(payload: Payload): string {
  return String(payload?.['rid']).replaceAll('-', '');
}

function resourceKey(kbid: string, { rid }: { readonly rid: string }): string {
  return `${kbid}/${rid}`;
}

/** `{letter}/{field}` of a paragraph's id. */
function fieldInResource(paragraphId: string): string {
  return paragraphId.split('/').slice(1, 3).join('/');
}
