import { setImmediate as nextTurn } from 'node:timers/promises';
import { Transactions } from '@lectern/database';
import { EntityNamesRepository } from './entity-names.repository';
import { cacheBuilds, cacheBytes, cacheReads } from '@lectern/runtime';
import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { NameTable } from './name-table';

const CACHE = 'entity-names';
/** For all boxes together. */
const SIZE_BYTES_MAX = 48 * 2 ** 20;
/** Per box; names of larger boxes are read from the database. */
const SIZE_BYTES_EACH_MAX = 32 * 2 ** 20;
/** Cache cost of a box whose names are not cached. */
const EMPTY_BYTES = 1_000;
/** A database restored from a backup may reuse transaction numbers, and a box may have shrunk. */
const KEPT_MS = 3_600_000;
/** While a box has many writes, its names are read from the database. */
const REST_MS = 60_000;
const RESOURCES_PER_PAGE = 500;
/** Resources processed per turn of the event loop. */
const PUT_AT_ONCE = 50;

/** Loading state of a box's names. */
type State =
  | { readonly kind: 'reading' }
  | { readonly kind: 'unkept'; readonly forMs: number }
  | { readonly kind: 'read'; readonly table: NameTable; snapshot: string };

interface KeptBox {
  state: State;
  /** The update in progress. */
  work?: Promise<void>;
}

/**
 * Caches the entity names of boxes whose suggestions are requested. The first request starts loading them and is
 * answered from the database. Each later request reads the changes committed since, in one statement, so a restriction
 * applies as soon as it is committed.
 */
@Injectable()
export class BoxNames {
  private readonly logger = new Logger('Names');
  private readonly kept = new LRUCache<string, KeptBox>({
    maxSize: SIZE_BYTES_MAX,
    sizeCalculation: ({ state }) => EMPTY_BYTES + (state.kind === 'read' ? state.table.sizeBytes : 0),
    ttl: KEPT_MS,
  });
  protected readonly sizeBytesEachMax: number = SIZE_BYTES_EACH_MAX;

  constructor(
    private readonly transactions: Transactions,
    private readonly names: EntityNamesRepository,
  ) {}

  /** The current names; undefined while they are not cached. @throws AppError `unavailable` when the database fails */
  async of(kbid: string): Promise<NameTable | undefined> {
    const known = this.kept.get(kbid);
    const table = known ? await this.current(kbid, known) : undefined;
    cacheReads.inc({ cache: CACHE, result: table ? 'hit' : 'miss' });
    if (!known) void this.begin(kbid);
    return table;
  }

  private async current(kbid: string, box: KeptBox): Promise<NameTable | undefined> {
    if (box.state.kind !== 'read') return undefined;
    // An update started before this request may miss later commits.
    await box.work?.catch(() => undefined);
    box.work ??= this.readChanges(kbid, box).finally(() => (box.work = undefined));
    await box.work;
    return box.state.kind === 'read' ? box.state.table : undefined;
  }

  private async readChanges(kbid: string, box: KeptBox): Promise<void> {
    const { state } = box;
    if (state.kind !== 'read') return;
    const { table } = state;
    const { snapshot, changed, resources, isCut } = await this.transactions.read((tx) =>
      this.names.since(kbid, state.snapshot, tx),
    );
    if (isCut) return this.keep(kbid, box, { kind: 'unkept', forMs: REST_MS });
    for (const rid of changed) table.remove(rid);
    for (const resource of resources) table.put(resource);
    state.snapshot = snapshot;
    if (table.sizeBytes > this.sizeBytesEachMax) this.keep(kbid, box, { kind: 'unkept', forMs: KEPT_MS });
    else if (changed.length > 0) this.keep(kbid, box, state);
  }

  /** Never fails; if the names could not be read, a later request retries. */
  private async begin(kbid: string): Promise<void> {
    const box: KeptBox = { state: { kind: 'reading' } };
    this.kept.set(kbid, box);
    try {
      const state = await this.read(kbid);
      this.keep(kbid, box, state);
      cacheBuilds.inc({ cache: CACHE, result: state.kind === 'read' ? 'kept' : 'too large' });
    } catch (error) {
      this.logger.debug(`The names of knowledge box ${kbid} could not be read: ${String(error)}`);
      this.keep(kbid, box, { kind: 'unkept', forMs: REST_MS });
    }
  }

  private async read(kbid: string): Promise<State> {
    return this.transactions.run(async (tx) => {
      const table = new NameTable();
      const snapshot = await this.names.snapshot(tx);
      for (let after = ''; ;) {
        const resources = await this.names.page(kbid, { after, limit: RESOURCES_PER_PAGE }, tx);
        for (const [i, resource] of resources.entries()) {
          table.put(resource);
          if (i % PUT_AT_ONCE === 0) await nextTurn();
        }
        if (table.sizeBytes > this.sizeBytesEachMax) return { kind: 'unkept', forMs: KEPT_MS } as const;
        const last = resources.at(-1);
        if (!last || resources.length < RESOURCES_PER_PAGE) return { kind: 'read', table, snapshot } as const;
        after = last.rid;
      }
    }, 'REPEATABLE READ');
  }

  private keep(kbid: string, box: KeptBox, state: State): void {
    box.state = state;
    if (this.kept.peek(kbid) !== box) return;
    const ttl = state.kind === 'unkept' ? state.forMs : this.kept.getRemainingTTL(kbid);
    // Setting the entry again recomputes its size.
    this.kept.delete(kbid);
    this.kept.set(kbid, box, { ttl });
    cacheBytes.set({ cache: CACHE }, this.kept.calculatedSize);
  }
}
