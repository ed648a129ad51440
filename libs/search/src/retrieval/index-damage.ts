import { Bus } from '@lectern/bus';
import { AppError, systemPrincipal } from '@lectern/contracts/core';
import { type IndexKind, reportIndexDamage } from '@lectern/contracts/knowledge-box';
import { KeywordIndex } from '@lectern/keyword-index';
import { Metrics, Readiness } from '@lectern/runtime';
import { VectorIndex } from '@lectern/vector-index';
import { Injectable, Logger, type OnModuleInit, Optional } from '@nestjs/common';

const BOXES_NAMED = 10;

/**
 * Reports damaged or missing indexes found by searches to the service that fills indexes, and lists indexes that do not
 * respond.
 */
@Injectable()
export class IndexDamageReporter implements OnModuleInit {
  private readonly logger = new Logger('Retrieval');

  constructor(
    private readonly bus: Bus,
    private readonly keywords: KeywordIndex,
    private readonly vectors: VectorIndex,
    @Optional() private readonly readiness?: Readiness,
    @Optional() private readonly metrics?: Metrics,
  ) {}

  onModuleInit(): void {
    this.pass('keywords', this.keywords);
    this.pass('vectors', this.vectors);
    this.readiness?.register('boxes', () => this.check(), { otherwise: 'degraded' });
    this.metrics?.gauge({
      name: 'index_boxes_unanswered',
      help: 'Knowledge boxes one of whose indexes failed the last times that it was searched',
      collect: () => new Set(this.unanswered().map(({ kbid }) => kbid)).size,
    });
  }

  /** @throws AppError `unavailable` naming the boxes, ten at most, whose indexes do not respond */
  check(): void {
    const unanswered = this.unanswered();
    if (unanswered.length === 0) return;
    const named = unanswered.slice(0, BOXES_NAMED).map(({ kbid, index }) => `${kbid} (${index})`);
    const more = unanswered.length > BOXES_NAMED ? ` and ${unanswered.length - BOXES_NAMED} more` : '';
    throw new AppError('unavailable', `knowledge boxes whose indexes cannot be asked: ${named.join(', ')}${more}`);
  }

  private unanswered() {
    const indexes = { keywords: this.keywords, vectors: this.vectors };
    return Object.entries(indexes).flatMap(([index, { unanswered }]) =>
      unanswered.list().map((kbid) => ({ index, kbid })),
    );
  }

  /** If a report is lost, the next search repeats it. */
  private pass(index: IndexKind, { damage }: KeywordIndex | VectorIndex): void {
    damage.listen((report) => {
      const body = { index, ...report };
      this.bus.request(reportIndexDamage, { body }, { principal: systemPrincipal }).catch((error: unknown) => {
        this.logger.warn(`The damage of an index could not be reported: ${String(error)}`);
      });
    });
  }
}
