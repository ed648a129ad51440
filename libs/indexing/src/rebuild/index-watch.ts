import type { IndexDamage, IndexKind } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { KeywordIndex } from '@lectern/keyword-index';
import { listBoxIds } from './index-run.repository';
import { VectorIndex } from '@lectern/vector-index';
import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { IndexHealing } from './index-healing';
import { IndexInspection } from './index-inspection';

const BOXES_PER_PAGE = 500;
/** Limit for the check at start; later damage is noticed in use. */
const LOOK_MS_MAX = 120_000;

/** Receives reports of damaged or missing indexes of this process, and checks those of all boxes at start. */
@Injectable()
export class IndexWatch implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Indexes');
  private isStopping = false;
  private look: Promise<void> | undefined;

  constructor(
    private readonly keywords: KeywordIndex,
    private readonly vectors: VectorIndex,
    private readonly transactions: Transactions,
    private readonly inspection: IndexInspection,
    private readonly healing: IndexHealing,
  ) {}

  onModuleInit(): void {
    this.hear('keywords', this.keywords);
    this.hear('vectors', this.vectors);
  }

  /** Runs in the background. */
  onApplicationBootstrap(): void {
    this.look = this.lookAtAll().catch((error: unknown) => {
      if (!this.isStopping) this.logger.warn(`Not all indexes were looked at: ${String(error)}`);
    });
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.look;
  }

  /** Opens the indexes of all boxes, without reading them, as many as the time allows. */
  async lookAtAll(): Promise<void> {
    const endMs = performance.now() + LOOK_MS_MAX;
    for (let after: string | undefined = ''; after !== undefined;) {
      const page = { after, limit: BOXES_PER_PAGE };
      const kbids: readonly string[] = await this.transactions.read((tx) => listBoxIds(page, tx));
      for (const kbid of kbids) {
        if (this.isStopping || performance.now() > endMs) return;
        for (const damage of await this.inspection.findDamage(kbid)) await this.healing.heal(damage);
      }
      after = kbids.at(-1);
    }
  }

  private hear(index: IndexKind, { damage }: KeywordIndex | VectorIndex): void {
    damage.listen((report) => void this.tryToHeal({ index, ...report }));
  }

  private async tryToHeal(damage: IndexDamage): Promise<void> {
    try {
      await this.healing.heal(damage);
    } catch (error) {
      this.logger.warn(`The ${damage.index} of ${damage.kbid} could not be healed yet: ${String(error)}`);
    }
  }
}
