import { Bus } from '@lectern/bus';
import { accessChanged, AppError } from '@lectern/contracts/core';
import { type ExportedHead, knowledgeBoxChanged } from '@lectern/contracts/knowledge-box';
import { onCommit, Transactions } from '@lectern/database';
import {
  type ImportEntity,
  ImportRepository,
  KnowledgeBoxRepository,
  VectorsetRepository,
} from '@lectern/knowledge-box-rows';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BoxDocuments } from './box-documents';
import type { PlacedFrame } from './frame';
import type { ImportState } from './import-state';
import { badItem, jsonOf } from './item-reader';

/** Rows that a file's first items change. */
@Injectable()
export class DocumentRows {
  constructor(
    readonly imports: ImportRepository,
    readonly boxes: KnowledgeBoxRepository,
    readonly vectorsets: VectorsetRepository,
  ) {}
}

/** Stores what a file says of the box itself. */
@Injectable()
export class DocumentIntake {
  constructor(
    private readonly transactions: Transactions,
    private readonly rows: DocumentRows,
    private readonly documents: BoxDocuments,
    private readonly bus: Bus,
  ) {}

  /** Before the first item: the models whose vectors follow, and how many resources. */
  async begin({ kbid, id }: ImportEntity, { vectorsets, resources: total }: ExportedHead): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.rows.imports.update({ kbid, id }, { total }, tx);
      for (const vectorset of vectorsets) await this.rows.vectorsets.ensure(kbid, vectorset, tx);
      this.publishChange(kbid, tx);
    });
  }

  /** @throws AppError `bad_request` for an item that is no document */
  check(frame: PlacedFrame): void {
    if (!this.documents.isDocument(frame.type)) throw badItem(frame, new Error('no such item is expected here'));
  }

  /**
   * @param end where the next item begins
   * @throws AppError `bad_request` for one that a request could not say
   */
  async store(
    frame: PlacedFrame,
    { row, state, end }: { readonly row: ImportEntity; readonly state: ImportState; readonly end: number },
  ): Promise<void> {
    const { kbid, id, backup } = row;
    const [document, next] = [await jsonOf(frame), state.copy()];
    next.document(end);
    await this.transactions.run(async (tx) => {
      const place = { kbid, tx, isRestore: backup !== null };
      const stored = await this.documents.put({ type: frame.type, document }, place).catch((error: unknown) => {
        throw error instanceof AppError ? badItem(frame, error) : error;
      });
      if (stored.note !== undefined) next.note(null, stored.note);
      if (!(await this.rows.imports.proceed({ kbid, id }, next.step(new Date()), tx))) {
        throw new AppError('not_found', 'The import is gone');
      }
      this.publishChange(kbid, tx);
      onCommit(tx, () => stored.publish?.(this.bus));
    });
    state.become(next);
  }

  private publishChange(kbid: string, tx: EntityManager): void {
    onCommit(tx, () => {
      this.rows.boxes.invalidate(kbid);
      this.bus.publish(accessChanged, { kbid });
      this.bus.publish(knowledgeBoxChanged, { kbid });
    });
  }
}
