import { AppError } from '@lectern/contracts/core';
import type { Client } from '@opensearch-project/opensearch';
import type { EngineCalls } from './engine-calls';
import { bucketsOf, termsOf } from './facet-counts';
import { opensearchStatus, unlessMissing } from './opensearch-errors';

/** Maximum time between two pages; after that the reader gets a newer snapshot. */
const HELD_FOR = '5m';
const PAGE_MAX = 5_000;

export interface HeldResource {
  readonly rid: string;
  readonly version: number;
  readonly paragraphs: number;
}

export interface ResourcePage {
  readonly resources: readonly HeldResource[];
  readonly cursor?: string;
}

/** A point in time of an index, and the last resource of the previous page. */
interface Position {
  readonly pit: string;
  readonly after: string;
}

/** Resources by id, all pages from the snapshot of the first. */
export class ResourceScroll {
  constructor(private readonly calls: EngineCalls) {}

  async page(index: string, limit: number, cursor?: string): Promise<ResourcePage> {
    const size = Math.min(limit, PAGE_MAX);
    const position = cursor === undefined ? undefined : parseCursor(cursor);
    const pit = position?.pit ?? (await this.open(index));
    if (pit === undefined) return { resources: [] };
    const at: Position = { pit, after: position?.after ?? '' };
    try {
      return await this.read(at, size);
    } catch (error) {
      // The snapshot has expired. The order is by id, so continuing from here skips no resource.
      if (opensearchStatus(error) !== 404 || !position) throw error;
      const again = await this.open(index);
      return again === undefined ? { resources: [] } : this.read({ ...at, pit: again }, size);
    }
  }

  private async open(index: string): Promise<string | undefined> {
    const opening = this.calls.read((client) => client.createPit({ index: [index], keep_alive: HELD_FOR }));
    return (await unlessMissing(opening))?.pit_id;
  }

  private async read({ pit, after }: Position, size: number): Promise<ResourcePage> {
    const held = { id: pit, keep_alive: HELD_FOR };
    const heads = await this.calls.read((client) =>
      client.search({
        allow_partial_search_results: false,
        body: {
          pit: held,
          size,
          query: {
            bool: {
              filter: [{ exists: { field: 'changed' } }, { range: { rid: { gt: after } } }],
              must_not: [{ term: { entry: 'deletion' } }],
            },
          },
          sort: [{ rid: { order: 'asc' } }],
          _source: ['rid', 'version'],
        },
      }),
    );
    const resources = heads.hits.hits.map(({ _source }) => ({
      rid: String(_source?.['rid']),
      version: Number(_source?.['version']),
    }));
    const counts = await this.counts(
      held,
      resources.map(({ rid }) => rid),
    );
    const counted = resources.map((resource) => ({ ...resource, paragraphs: counts.get(resource.rid) ?? 0 }));
    const last = resources.length === size ? resources.at(-1) : undefined;
    if (last) return { resources: counted, cursor: print({ pit, after: last.rid }) };
    await this.release(pit);
    return { resources: counted };
  }

  private async counts(pit: { id: string; keep_alive: string }, rids: readonly string[]): Promise<Map<string, number>> {
    if (rids.length === 0) return new Map();
    const { aggregations } = await this.calls.read((client) =>
      client.search({
        allow_partial_search_results: false,
        body: {
          pit,
          size: 0,
          query: { bool: { filter: [{ term: { entry: 'paragraph' } }, { terms: { rid: [...rids] } }] } },
          aggs: { rids: termsOf('rid', { size: rids.length }) },
        },
      }),
    );
    return new Map(bucketsOf(aggregations?.['rids']).map(({ key, doc_count }) => [key, doc_count]));
  }

  /** Releases the snapshot; otherwise the cluster does so eventually. */
  private async release(pit: string): Promise<void> {
    await this.calls.read((client: Client) => client.deletePit({ body: { pit_id: [pit] } })).catch(() => undefined);
  }
}

function print(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

function parseCursor(cursor: string): Position {
  try {
    const { pit, after }: Partial<Position> = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (typeof pit === 'string' && typeof after === 'string') return { pit, after };
  } catch {
    // Refused below, like any other invalid cursor.
  }
  throw new AppError('invalid_request', 'This is no cursor of a scroll');
}
