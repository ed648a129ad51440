import { hash } from 'node:crypto';
import { parseQuery } from '@lectern/text';
import { DIMENSIONS } from './synthetic-records';

/** As many as a find asks of each engine, so that scores can be compared. */
const LIMIT = 100;
/** As many texts as a find reads, and orders again, for 20 results. */
const READ = 40;
const TIMEOUT_MS = 60_000;

export interface EngineAddresses {
  readonly openSearch: string;
  readonly keywordIndex: string;
  readonly qdrant: string;
  readonly collection: string;
}

interface Query {
  readonly query: string;
  readonly vector: Float32Array;
}

interface FoundKeywords {
  readonly hits: { readonly hits: readonly { readonly fields: { readonly id: readonly string[] } }[] };
}

/** The engines without us: the requests that a find makes of them, sent as they are. */
export class RawEngines {
  constructor(
    private readonly addresses: EngineAddresses,
    private readonly kbid: string,
    private readonly vectorset: string,
  ) {}

  /** Both searches at once. */
  async both({ query, vector }: Query): Promise<void> {
    await Promise.all([this.keywords(query), this.semantic(vector)]);
  }

  /** The same, and then the texts of the hits. */
  async bothAndTexts({ query, vector }: Query): Promise<void> {
    const [found] = await Promise.all([this.keywords(query), this.semantic(vector)]);
    const ids = found.hits.hits.slice(0, READ).flatMap(({ fields }) => fields.id);
    await this.search('', { size: READ, _source: ['stored'], query: { terms: { id: ids } } });
  }

  keywords(query: string): Promise<FoundKeywords> {
    const should = parseQuery(query, ['en']).terms.map((value) => ({ term: { terms: { value } } }));
    const visible = [{ term: { public: true } }, { terms: { groups: ['readers'] } }];
    const filter = [{ bool: { should: visible, minimum_should_match: 1 } }];
    const type = `&search_type=dfs_query_then_fetch&preference=${hash('sha1', query)}`;
    return this.search<FoundKeywords>(type, {
      size: LIMIT + 1,
      track_total_hits: false,
      stored_fields: '_none_',
      docvalue_fields: [{ field: 'id' }],
      query: { bool: { boost: 2.2, should, minimum_should_match: 1, filter } },
    });
  }

  semantic(vector: Float32Array): Promise<unknown> {
    const tenant = `${this.kbid}/${hash('sha256', this.vectorset).slice(0, 24)}`;
    const visible = [
      { key: 'public', match: { value: true } },
      { key: 'groups', match: { any: ['readers'] } },
    ];
    const effort = { hnsw_ef: 256, acorn: { enable: true, max_selectivity: 0.4 } };
    return posted(`${this.addresses.qdrant}/collections/${this.addresses.collection}-${DIMENSIONS}/points/query`, {
      query: Array.from(vector),
      using: 'text',
      filter: { must: [{ key: 'tenant', match: { value: tenant } }, { should: visible }] },
      limit: LIMIT,
      with_payload: ['id'],
      params: { ...effort, quantization: { rescore: true, oversampling: 2 } },
    });
  }

  private search<T>(parameters: string, body: object): Promise<T> {
    const { openSearch, keywordIndex } = this.addresses;
    return posted<T>(`${openSearch}/${keywordIndex}/_search?allow_partial_search_results=false${parameters}`, body);
  }
}

export function posted<T>(url: string, body: object | string): Promise<T> {
  return sent<T>('POST', url, body);
}

/** @throws Error with an unexpected answer of the server */
export async function sent<T>(method: string, url: string, body?: object | string): Promise<T> {
  const answer = await fetch(url, {
    method,
    // Qdrant takes 40 ms more for an answer that it compresses.
    headers: { 'content-type': 'application/json', 'accept-encoding': 'identity' },
    body: typeof body === 'object' ? JSON.stringify(body) : body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text.slice(0, 500)}`);
  // The caller knows what this engine answers to that.
  return JSON.parse(text) as T;
}
