import type { EngineCalls } from './engine-calls';
import { indexDefinition } from './index-definition';
import type { IndexNames } from './index-names';
import type { OpenSearchOptions } from './opensearch.config';
import { engineError, opensearchErrorType, unlessMissing } from './opensearch-errors';

const DELETIONS_KEPT_MS = 3_600_000;
const FORGETTING_EVERY_MS = 3_600_000;
const INDEXES_REMEMBERED_MAX = 10_000;

/** Creates, drops and maintains the indexes of a zone. */
export class ZoneIndexes {
  private readonly forgottenAtMs = new Map<string, number>();

  constructor(
    private readonly calls: EngineCalls,
    private readonly names: IndexNames,
    private readonly options: OpenSearchOptions,
  ) {}

  alias(kbid: string): string {
    return this.names.alias(kbid);
  }

  /** Creates the first index of a box, unless another process has just done so. */
  async make(kbid: string): Promise<void> {
    const body = {
      ...indexDefinition(this.options),
      aliases: { [this.names.alias(kbid)]: {}, [this.names.zone]: {} },
    };
    try {
      const path = `/${this.names.index(kbid, 1)}`;
      await this.calls.write((client) => client.transport.request({ method: 'PUT', path, body }));
    } catch (error) {
      if (opensearchErrorType(error) !== 'resource_already_exists_exception') throw error;
    }
  }

  async exists(kbid: string): Promise<boolean> {
    return this.calls.read((client) => client.indices.existsAlias({ name: this.names.alias(kbid) }));
  }

  async drop(kbid: string): Promise<void> {
    const alias = this.names.alias(kbid);
    const held = await unlessMissing(this.calls.read((client) => client.indices.getAlias({ name: alias })));
    const indexes = Object.keys(held ?? {});
    if (indexes.length > 0)
      await this.calls.write((client) => client.indices.delete({ index: indexes, ignore_unavailable: true }));
  }

  /** Makes writes searchable. */
  async refresh(index: string): Promise<void> {
    await unlessMissing(this.calls.write((client) => client.indices.refresh({ index })));
  }

  /** Occasionally removes records of deletions that are too old for any late write. */
  async forgetDeletions(index: string): Promise<void> {
    const nowMs = Date.now();
    if (nowMs - (this.forgottenAtMs.get(index) ?? 0) < FORGETTING_EVERY_MS) return;
    if (this.forgottenAtMs.size >= INDEXES_REMEMBERED_MAX) this.forgottenAtMs.clear();
    this.forgottenAtMs.set(index, nowMs);
    const filter = [{ term: { entry: 'deletion' } }, { range: { changed: { lt: nowMs - DELETIONS_KEPT_MS } } }];
    const body = { query: { bool: { filter } } };
    const forgetting = this.calls.write((client) => client.deleteByQuery({ index, conflicts: 'proceed', body }));
    // Leftovers are removed another time: no write of a caller depends on it.
    await forgetting.catch(() => undefined);
  }

  /** @throws AppError `unavailable` when the cluster does not answer, or has no copy of any index */
  async check(): Promise<void> {
    const health = await this.calls.read((client) => client.cluster.health({ index: this.names.pattern }));
    if (health.status === 'red' && health.active_primary_shards === 0)
      throw engineError(new Error('no index of this zone can be searched'));
  }
}
