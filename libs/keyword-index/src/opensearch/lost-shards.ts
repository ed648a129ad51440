import { AppError } from '@lectern/contracts/core';
import type { EngineCalls } from './engine-calls';

/** After a restart of the cluster, nodes return within this time and bring a copy of each shard. */
export const LOST_AFTER_MS = 5 * 60_000;
const ASK_EVERY_MS = 10_000;
const BOXES_MAX = 10_000;
const REASON_CHARS_MAX = 200;

/** A shard, as the cluster lists it. */
interface ListedShard {
  readonly index?: string;
  readonly shard?: string;
  readonly prirep?: string;
  readonly state?: string;
  readonly 'unassigned.at'?: string;
}

/**
 * Distinguishes indexes that have permanently lost a shard from those that wait for one. A shard is lost when no node
 * has a usable copy, or its data is corrupt, for longer than nodes take to return.
 */
export class LostShards {
  private readonly askedAtMs = new Map<string, number>();

  constructor(
    private readonly calls: EngineCalls,
    private readonly lostAfterMs = LOST_AFTER_MS,
  ) {}

  /** The same, checked at most every ten seconds; undefined when the cluster does not tell. */
  async suspect(alias: string): Promise<string | undefined> {
    const nowMs = Date.now();
    if (nowMs - (this.askedAtMs.get(alias) ?? -Infinity) < ASK_EVERY_MS) return undefined;
    if (this.askedAtMs.size >= BOXES_MAX) this.askedAtMs.clear();
    this.askedAtMs.set(alias, nowMs);
    return this.problem(alias).catch(() => undefined);
  }

  /** Why an index can never be read again as it is; undefined when it can, or might. @throws AppError `unavailable` */
  async problem(alias: string): Promise<string | undefined> {
    const columns = ['index', 'shard', 'prirep', 'state', 'unassigned.at'];
    const listed = await this.calls.read((client) => client.cat.shards({ index: [alias], format: 'json', h: columns }));
    for (const shard of listedShards(listed)) {
      if (shard.prirep !== 'p' || shard.state !== 'UNASSIGNED') continue;
      const sinceMs = Date.parse(shard['unassigned.at'] ?? '');
      if (!(Date.now() - sinceMs >= this.lostAfterMs)) continue;
      const reason = await this.lossOf(String(shard.index), Number(shard.shard));
      if (reason !== undefined) return `shard ${shard.shard} of ${shard.index} is lost: ${reason}`;
    }
    return undefined;
  }

  private async lossOf(index: string, shard: number): Promise<string | undefined> {
    const body = { index, shard, primary: true };
    const asked = this.calls.read((client) => client.cluster.allocationExplain({ body }));
    // The shard has been assigned by now, or we lack the permission to ask.
    const told = await asked.catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'unavailable') return undefined;
      throw error;
    });
    if (told?.can_allocate !== 'no_valid_shard_copy' && !hasFailed(told?.unassigned_info?.reason, told?.can_allocate))
      return undefined;
    const reason = told?.unassigned_info?.details ?? told?.allocate_explanation ?? 'no node has a copy of it';
    return String(reason).slice(0, REASON_CHARS_MAX);
  }
}

/** The engine failed several times to open the data, and gave up. */
function hasFailed(reason: string | undefined, canAllocate: string | undefined): boolean {
  return reason === 'ALLOCATION_FAILED' && canAllocate === 'no';
}

function listedShards(listed: unknown): readonly ListedShard[] {
  return Array.isArray(listed) ? listed : [];
}
