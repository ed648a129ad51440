import { Bus } from '@lectern/bus';
import { systemPrincipal, validate } from '@lectern/contracts/core';
import { ExportedStrategy } from '@lectern/contracts/knowledge-box';
import { readBoxStrategies, storeBoxStrategy } from '@lectern/contracts/understanding';
import { KnowledgeBoxRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { BoxDocument, DocumentTarget, DocumentSource, StoredDocument } from './box-document';
import { fromService } from './transfer-errors';

const call = { principal: systemPrincipal };

/**
 * Strategies of a box, without keys, from the understanding service. Their ids are kept, because fields refer to them.
 */
@Injectable()
export class StrategyDocuments implements BoxDocument {
  readonly type = 'STR';

  constructor(
    private readonly boxes: KnowledgeBoxRepository,
    private readonly bus: Bus,
  ) {}

  async *list({ kbid, tx }: DocumentSource): AsyncGenerator<unknown> {
    const { account } = await this.boxes.read(kbid, tx);
    yield* (await this.bus.request(readBoxStrategies, { body: { account, kbid } }, call)).strategies;
  }

  async put(document: unknown, { kbid, tx }: DocumentTarget): Promise<StoredDocument> {
    const strategy = validate(ExportedStrategy, document);
    const { account } = await this.boxes.read(kbid, tx);
    const body = { account, kbid, strategy };
    const { isOther } = await this.bus.request(storeBoxStrategy, { body }, call).catch((error: unknown) => {
      throw fromService(error);
    });
    return isOther ? { note: `The ${strategy.kind} strategy ${strategy.id} is the one of the knowledge box.` } : {};
  }
}
