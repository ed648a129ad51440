import { setTimeout as sleep } from 'node:timers/promises';
import { deploymentSlice, readConfig } from '@lectern/config';
import type { Client } from '@opensearch-project/opensearch';
import { type BulkOperation, BulkWriter } from './bulk-writer';
import { answeringCluster, mappingVersions } from './cluster-start';
import { EngineCalls } from './engine-calls';
import { indexDefinition, MAPPING_VERSION } from './index-definition';
import { IndexNames } from './index-names';
import { type OpenSearchOptions, openSearchOptions } from './opensearch.config';
import { openSearchClient } from './opensearch-client';
import { engineError, unlessMissing } from './opensearch-errors';

/** Maximum difference between the clocks of writers. */
const CLOCK_SKEW_MS = 60_000;
const POLL_MS = 500;
/** Resources whose paragraphs are compared per page. */
const RESOURCES_PER_PAGE = 50;
const DOCUMENTS_PER_PAGE = 5_000;
const SCROLL_HELD_FOR = '2m';
/** A refresh after copying takes longer than the requests of a service. */
const TIMEOUT_MS_MIN = 60_000;

export interface Upgrade {
  readonly calls: EngineCalls;
  readonly bulk: BulkWriter;
  readonly names: IndexNames;
  readonly options: OpenSearchOptions;
}

interface FoundDocument {
  readonly id: string;
  readonly rid: string;
  readonly version: number;
}

/**
 * Copies the keyword indexes of the zone in the environment that an older release created.
 *
 * @returns how many were copied; undefined without OpenSearch
 * @throws Error with one line that says what to do
 */
export async function upgradeKeywordIndexes(report: (index: string) => void): Promise<number | undefined> {
  const options = openSearchOptions(readConfig(deploymentSlice).ZONE_SLUG);
  if (!options) return undefined;
  const client = openSearchClient(options);
  try {
    const calls = new EngineCalls(client, Math.max(options.timeoutMs, TIMEOUT_MS_MIN));
    const names = new IndexNames(options.prefix);
    await answeringCluster(calls, options);
    return await new IndexUpgrade({ calls, bulk: new BulkWriter(calls), names, options }).run(report);
  } finally {
    await client.close();
  }
}

/** Copies indexes with an older mapping to the one of this release while boxes are searched and written. */
export class IndexUpgrade {
  private readonly calls: EngineCalls;

  constructor(private readonly upgrade: Upgrade) {
    this.calls = upgrade.calls;
  }

  /** Copies one index after the other; after an interruption, continues with the first unfinished one. */
  async run(report: (index: string) => void): Promise<number> {
    const versions = await mappingVersions(this.calls, this.upgrade.names);
    const older = [...versions].filter(([, version]) => version < MAPPING_VERSION).map(([index]) => index);
    for (const index of older) {
      await this.copy(index);
      report(index);
    }
    return older.length;
  }

  /**
   * First copies everything, then blocks writes and copies the changes since the beginning, then moves the box's name
   * from one index to the other in one step. Writers fail while the changes are copied, and their tasks are retried;
   * readers notice nothing.
   */
  private async copy(index: string): Promise<void> {
    const { names } = this.upgrade;
    const parsed = names.parse(index);
    if (!parsed) return;
    const { kbid, number } = parsed;
    const [alias, target] = [names.alias(kbid), names.index(kbid, number + 1)];
    const named = await unlessMissing(this.calls.read((client) => client.indices.getAlias({ name: alias })));
    if (!named?.[index]) throw engineError(new Error(`${index} is not in use: delete it`));
    const sinceMs = Date.now() - CLOCK_SKEW_MS;
    await this.makeEmpty(target);
    await this.reindex(index, target, { match_all: {} });
    await this.calls.write((client) => client.indices.addBlock({ index, block: 'write' }));
    await this.refresh(index, target);
    await this.catchUp(index, target, sinceMs);
    // Documents removed during the copy must not become visible, even for a moment.
    await this.refresh(target);
    const actions = [
      { remove_index: { index } },
      { add: { index: target, alias } },
      { add: { index: target, alias: names.zone } },
    ];
    await this.calls.write((client) => client.indices.updateAliases({ body: { actions } }));
  }

  /** A partial copy is discarded: it does not tell how far it got. */
  private async makeEmpty(target: string): Promise<void> {
    await this.calls.write((client) => client.indices.delete({ index: [target], ignore_unavailable: true }));
    const body = indexDefinition(this.upgrade.options);
    await this.calls.write((client) => client.transport.request({ method: 'PUT', path: `/${target}`, body }));
  }

  private async refresh(...indexes: string[]): Promise<void> {
    await this.calls.write((client) => client.indices.refresh({ index: indexes }));
  }

  /** Keeps the versions of the documents, unless the target has a higher one. */
  private async reindex(index: string, target: string, query: object): Promise<void> {
    const { task } = await this.calls.write<{ task?: string }>((client) =>
      client.transport.request({
        method: 'POST',
        path: '/_reindex',
        querystring: { wait_for_completion: false, slices: 'auto' },
        body: {
          conflicts: 'proceed',
          source: { index, query },
          dest: { index: target, version_type: 'external_gte' },
        },
      }),
    );
    for (;;) {
      const state = await this.calls.read<{ completed: boolean; error?: object; response?: { failures?: unknown[] } }>(
        (client: Client) => client.transport.request({ method: 'GET', path: `/_tasks/${task}` }),
      );
      const failure = state.error ?? state.response?.failures?.[0];
      if (failure) throw engineError(new Error(`it could not copy ${index}: ${JSON.stringify(failure)}`));
      if (state.completed) return;
      await sleep(POLL_MS);
    }
  }

  private async catchUp(index: string, target: string, sinceMs: number): Promise<void> {
    const changed = await this.changedSince(index, sinceMs);
    for (let from = 0; from < changed.length; from += RESOURCES_PER_PAGE) {
      const page = changed.slice(from, from + RESOURCES_PER_PAGE);
      const rids = page.map(({ rid }) => rid);
      await this.reindex(index, target, { terms: { rid: rids } });
      await this.refresh(target);
      await this.removeStale(index, target, page);
    }
  }

  private async changedSince(index: string, sinceMs: number): Promise<FoundDocument[]> {
    const changed: FoundDocument[] = [];
    const query = { range: { changed: { gte: sinceMs } } };
    for await (const head of this.found(index, query)) changed.push(head);
    return changed;
  }

  /** Removes documents from the target that were removed from the source since the copy. */
  private async removeStale(index: string, target: string, heads: readonly FoundDocument[]): Promise<void> {
    const versions = new Map(heads.map(({ rid, version }) => [rid, version]));
    const query = { bool: { filter: [{ term: { entry: 'paragraph' } }, { terms: { rid: [...versions.keys()] } }] } };
    const held = new Set<string>();
    for await (const { id } of this.found(index, query)) held.add(id);
    const stale: BulkOperation[] = [];
    for await (const { id, rid } of this.found(target, query)) {
      const version = versions.get(rid);
      if (!held.has(id) && id !== rid)
        stale.push({ action: { delete: { _id: id, routing: rid, version, version_type: 'external_gte' } } });
    }
    await this.upgrade.bulk.run(target, stale, { isAlias: false });
  }

  private async *found(index: string, query: object): AsyncGenerator<FoundDocument> {
    const body = { size: DOCUMENTS_PER_PAGE, query, _source: ['rid', 'version'], sort: [{ _doc: 'asc' as const }] };
    const search = { index, scroll: SCROLL_HELD_FOR, allow_partial_search_results: false, body } as const;
    let page = await this.calls.read((client) => client.search(search));
    while (page.hits.hits.length > 0) {
      for (const { _id: id, _source: source } of page.hits.hits)
        yield { id: String(id), rid: String(source?.['rid']), version: Number(source?.['version']) };
      const scroll_id = page._scroll_id ?? '';
      page = await this.calls.read((client) => client.scroll({ body: { scroll: SCROLL_HELD_FOR, scroll_id } }));
    }
  }
}
