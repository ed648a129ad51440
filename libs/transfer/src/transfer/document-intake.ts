import { Bus } from '@lectern/bus';
import { AppError, type Role } from '@lectern/contracts/core';
import { onCommit, Transactions } from '@lectern/database';
import { type ImportEntity } from './import.entity';
import { ImportRepository } from './import.repository';
import { KnowledgeBoxRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { publishBoxChange } from './box-change';
import { BoxDocuments } from './box-documents';
import type { PositionedFrame } from './frame';
import type { ImportState } from './import-state';
import { badItem, frameJson } from './item-reader';

/** The destination of a document. */
interface Destination {
  readonly row: ImportEntity;
  readonly state: ImportState;
  /** Offset of the next item. */
  readonly end: number;
  /** Roles of the caller. */
  readonly roles: readonly Role[];
}

/** Stores the documents of the box itself. */
@Injectable()
export class DocumentIntake {
  constructor(
    private readonly transactions: Transactions,
    private readonly imports: ImportRepository,
    private readonly boxes: KnowledgeBoxRepository,
    private readonly documents: BoxDocuments,
    private readonly bus: Bus,
  ) {}

  /** @throws AppError `bad_request` for an item that is not a document */
  check(frame: PositionedFrame): void {
    if (!this.documents.isDocument(frame.type)) throw badItem(frame, new Error('no such item is expected here'));
  }

  /** @throws AppError `bad_request` for a document that would be invalid in a request */
  async store(frame: PositionedFrame, { row, state, end, roles }: Destination): Promise<void> {
    const { kbid, id, backup } = row;
    const [document, next] = [await frameJson(frame), state.copy()];
    next.document(end);
    await this.transactions.run(async (tx) => {
      const target = { kbid, tx, isRestore: backup !== null, roles };
      const stored = await this.documents.put({ type: frame.type, document }, target).catch((error: unknown) => {
        throw error instanceof AppError ? badItem(frame, error) : error;
      });
      if (stored.note !== undefined) next.note(null, stored.note);
      if (!(await this.imports.proceed({ kbid, id }, next.step(new Date()), tx))) {
        throw new AppError('not_found', 'The import is gone');
      }
      publishBoxChange(kbid, { boxes: this.boxes, bus: this.bus }, tx);
      onCommit(tx, () => stored.publish?.(this.bus));
    });
    state.become(next);
  }
}
