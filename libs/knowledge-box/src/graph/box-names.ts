import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { Transactions } from '@lectern/database';
import { FollowedTables, type TableSource } from '@lectern/runtime';
import { EntityNamesRepository } from './entity-names.repository';
import { Injectable, Logger } from '@nestjs/common';
import { NameTable } from './name-table';

/** For all boxes together. */
const SIZE_BYTES_MAX = 48 * 2 ** 20;
/** Per box; names of larger boxes are read from the database. */
const SIZE_BYTES_EACH_MAX = 32 * 2 ** 20;
/** A database restored from a backup may reuse transaction numbers, and a box may have shrunk. */
const KEPT_MS = 3_600_000;
/** While a box has many writes, its names are read from the database. */
const REST_MS = 60_000;
const RESOURCES_PER_PAGE = 500;
/** Resources processed per turn of the event loop. */
const PUT_AT_ONCE = 50;

/** The names of a box as of a state of the database. */
interface ReadNames {
  readonly table: NameTable;
  snapshot: string;
  readonly sizeBytes: number;
}

/**
 * Caches the entity names of boxes whose suggestions are requested. The first request starts loading them and is
 * answered from the database. Each later request reads the changes committed since, in one statement, so a restriction
 * applies as soon as it is committed.
 */
@Injectable()
export class BoxNames {
  private readonly logger = new Logger('Names');
  protected readonly sizeBytesEachMax: number = SIZE_BYTES_EACH_MAX;
  private readonly kept = new FollowedTables<ReadNames>({
    name: 'entity-names',
    sizeBytesMax: SIZE_BYTES_MAX,
    keptMs: KEPT_MS,
    restMs: REST_MS,
  });

  constructor(
    private readonly transactions: Transactions,
    private readonly names: EntityNamesRepository,
  ) {}

  /** The current names; undefined while they are not cached. @throws AppError `unavailable` when the database fails */
  async of(kbid: string): Promise<NameTable | undefined> {
    const names = await this.kept.of(kbid, this.sourceOf(kbid));
    return names?.table;
  }

  private sourceOf(kbid: string): TableSource<ReadNames> {
    return {
      sizeBytesMax: this.sizeBytesEachMax,
      readAll: () =>
        this.read(kbid).catch((error: unknown) => {
          this.logger.debug(`The names of knowledge box ${kbid} could not be read: ${String(error)}`);
          throw error;
        }),
      readLater: async (names) => {
        const { snapshot, changed, resources, isCut } = await this.transactions.read((tx) =>
          this.names.since(kbid, names.snapshot, tx),
        );
        if (isCut) return 'busy';
        for (const rid of changed) names.table.remove(rid);
        for (const resource of resources) names.table.put(resource);
        names.snapshot = snapshot;
        return 'current';
      },
    };
  }

  private async read(kbid: string): Promise<ReadNames | undefined> {
    return this.transactions.run(async (tx) => {
      const table = new NameTable();
      const snapshot = await this.names.snapshot(tx);
      for (let after = ''; ;) {
        const resources = await this.names.page(kbid, { after, limit: RESOURCES_PER_PAGE }, tx);
        for (const [i, resource] of resources.entries()) {
          table.put(resource);
          if (i % PUT_AT_ONCE === 0) await yieldToOthers();
        }
        if (table.sizeBytes > this.sizeBytesEachMax) return undefined;
        const last = resources.at(-1);
        if (!last || resources.length < RESOURCES_PER_PAGE) return readNames(table, snapshot);
        after = last.rid;
      }
    }, 'REPEATABLE READ');
  }
}

function readNames(table: NameTable, snapshot: string): ReadNames {
  return {
    table,
    snapshot,
    get sizeBytes() {
      return table.sizeBytes;
    },
  };
}
