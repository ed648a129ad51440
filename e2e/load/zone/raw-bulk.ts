import { setTimeout as sleep } from 'node:timers/promises';
import { DIMENSIONS } from './synthetic-records';
import { posted, sent } from './raw-engines';

const COPY = 'raw-copy';
const PAGE = 1_000;
const LOOK_MS = 500;
const QUIET_LOOKS = 2;

interface Addresses {
  readonly openSearch: string;
  readonly qdrant: string;
  readonly prefix: string;
}

interface Scrolled {
  readonly result: { readonly points: readonly object[]; readonly next_page_offset?: string };
}

interface Stored {
  readonly _id: string;
  readonly _routing?: string;
  readonly _source: object;
}

interface Searched {
  readonly hits: { readonly hits: readonly (Stored & { readonly sort: readonly unknown[] })[] };
}

/**
 * The entries of the ports, written again by the engines' bulk requests to an index and a collection of the same kind.
 * Requests are serialised beforehand: only the engine is measured.
 */
export class RawBulk {
  private bulks: string[] = [];
  private upserts: string[] = [];

  constructor(private readonly addresses: Addresses) {}

  /** Reads the entries of a box into requests, and creates the index and the collection for them. */
  async copy(kbid: string, batches: number): Promise<void> {
    const documents = await this.documents(kbid);
    const points = await this.points();
    const part = <T>(all: readonly T[], i: number) =>
      all.slice(Math.floor((i * all.length) / batches), Math.floor(((i + 1) * all.length) / batches));
    const numbers = Array.from({ length: batches }, (_, i) => i);
    // With their ids, since looking for an id is part of what a write costs.
    const lines = (own: readonly Stored[]) =>
      own
        .map(({ _id, _routing: routing, _source }) => [{ index: { _id, routing } }, _source])
        .flatMap((pair) => pair.map((one) => `${JSON.stringify(one)}\n`))
        .join('');
    this.bulks = numbers.map((i) => lines(part(documents, i)));
    this.upserts = numbers.map((i) => JSON.stringify({ points: part(points, i) }));
    await this.makePlaces(kbid);
  }

  async index(batch: number, { refresh }: { readonly refresh: boolean }): Promise<void> {
    const url = `${this.addresses.openSearch}/${COPY}/_bulk?refresh=${refresh}`;
    const { errors } = await posted<{ errors: boolean }>(url, this.bulks[batch] ?? '');
    if (errors) throw new Error('OpenSearch refused documents');
  }

  async upsert(batch: number): Promise<void> {
    await sent('PUT', `${this.addresses.qdrant}/collections/${COPY}/points?wait=true`, this.upserts[batch] ?? '');
  }

  /** Empties both places. */
  async clear(): Promise<void> {
    const { openSearch, qdrant } = this.addresses;
    await posted(`${openSearch}/${COPY}/_delete_by_query?refresh=true`, { query: { match_all: {} } });
    await posted(`${openSearch}/${COPY}/_forcemerge?max_num_segments=1`, '');
    await posted(`${qdrant}/collections/${COPY}/points/delete?wait=true`, { filter: { must: [] } });
  }

  /** Resolves when Qdrant has no work left from earlier removals. */
  async settled(): Promise<void> {
    const isGreen = async (name: string) => {
      const collection = await fetch(`${this.addresses.qdrant}/collections/${name}`);
      // Not there before the first copy.
      if (collection.status === 404) return true;
      const { result }: MadeCollection = await collection.json();
      return result.status === 'green';
    };
    for (let quiet = 0; quiet < QUIET_LOOKS;) {
      await sleep(LOOK_MS);
      quiet = (await isGreen(COPY)) && (await isGreen(this.collection)) ? quiet + 1 : 0;
    }
  }

  private async documents(kbid: string): Promise<Stored[]> {
    const url = `${this.addresses.openSearch}/${this.addresses.prefix}-keywords-${kbid}/_search`;
    const found: Stored[] = [];
    for (let after: readonly unknown[] | undefined; ;) {
      const page = { size: PAGE, query: { term: { entry: 'paragraph' } }, sort: ['id'], search_after: after };
      const { hits } = (await posted<Searched>(url, page)).hits;
      found.push(...hits);
      after = hits.at(-1)?.sort;
      if (hits.length < PAGE) return found;
    }
  }

  private async points(): Promise<object[]> {
    const url = `${this.addresses.qdrant}/collections/${this.collection}/points/scroll`;
    const found: object[] = [];
    for (let offset: string | undefined; ;) {
      const query = { limit: PAGE, offset, with_payload: true, with_vector: true };
      const { points, next_page_offset: next } = (await posted<Scrolled>(url, query)).result;
      found.push(...points);
      if (!next) return found;
      offset = next;
    }
  }

  /** As the adapters made theirs. */
  private async makePlaces(kbid: string): Promise<void> {
    const { openSearch, qdrant, prefix } = this.addresses;
    await sent('DELETE', `${openSearch}/${COPY}?ignore_unavailable=true`);
    await sent('DELETE', `${qdrant}/collections/${COPY}`);
    const made = await sent<Record<string, MadeIndex>>('GET', `${openSearch}/${prefix}-keywords-${kbid}`);
    const [theirs] = Object.values(made);
    if (!theirs) throw new Error('There is no index to copy');
    const { mappings, settings } = theirs;
    const { similarity, number_of_shards: shards, max_regex_length: regex } = settings.index;
    const index = { similarity, number_of_shards: shards, max_regex_length: regex, number_of_replicas: 0 };
    await sent('PUT', `${openSearch}/${COPY}`, { mappings, settings: { ...index, refresh_interval: '30s' } });
    const { result } = await sent<MadeCollection>('GET', `${qdrant}/collections/${this.collection}`);
    const { params, hnsw_config: hnsw } = result.config;
    await sent('PUT', `${qdrant}/collections/${COPY}`, { vectors: params.vectors, hnsw_config: hnsw });
    for (const [field, { data_type: type, params: field_schema = type }] of Object.entries(result.payload_schema))
      await sent('PUT', `${qdrant}/collections/${COPY}/index?wait=true`, { field_name: field, field_schema });
  }

  private get collection(): string {
    return `${this.addresses.prefix}-${DIMENSIONS}`;
  }
}

interface MadeIndex {
  readonly mappings: object;
  readonly settings: {
    readonly index: Readonly<Record<'similarity' | 'number_of_shards' | 'max_regex_length', unknown>>;
  };
}

interface MadeCollection {
  readonly result: {
    readonly status: string;
    readonly config: { readonly params: { readonly vectors: object }; readonly hnsw_config: object };
    readonly payload_schema: Readonly<Record<string, { readonly data_type: string; readonly params?: object }>>;
  };
}
