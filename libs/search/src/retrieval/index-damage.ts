import { Bus } from '@lectern/bus';
import { systemPrincipal } from '@lectern/contracts/core';
import { type IndexKind, reportIndexDamage } from '@lectern/contracts/knowledge-box';
import { KeywordIndex } from '@lectern/keyword-index';
import { VectorIndex } from '@lectern/vector-index';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';

/** Tells the service that fills the indexes what searches find damaged or missing. */
@Injectable()
export class IndexDamageReporter implements OnModuleInit {
  private readonly logger = new Logger('Retrieval');

  constructor(
    private readonly bus: Bus,
    private readonly keywords: KeywordIndex,
    private readonly vectors: VectorIndex,
  ) {}

  onModuleInit(): void {
    this.pass('keywords', this.keywords);
    this.pass('vectors', this.vectors);
  }

  /** A report that gets lost is repeated by the next search. */
  private pass(index: IndexKind, { damage }: KeywordIndex | VectorIndex): void {
    damage.listen((report) => {
      const body = { index, ...report };
      this.bus.request(reportIndexDamage, { body }, { principal: systemPrincipal }).catch((error: unknown) => {
        this.logger.warn(`The damage of an index could not be reported: ${String(error)}`);
      });
    });
  }
}
