import { Bus } from '@lectern/bus';
import { accessChanged, AppError, type Role, systemPrincipal } from '@lectern/contracts/core';
import { type ExportedHead, type ExportedVectorset, knowledgeBoxChanged } from '@lectern/contracts/knowledge-box';
import { describeModels } from '@lectern/contracts/understanding';
import { onCommit, Transactions } from '@lectern/database';
import {
  type ImportEntity,
  ImportRepository,
  KnowledgeBoxRepository,
  VectorsetRepository,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BoxDocuments } from './box-documents';
import type { PositionedFrame } from './frame';
import type { ImportState } from './import-state';
import { badItem, frameJson } from './item-reader';
import { vectorsetOwner, whyLeftOut } from './record-owners';

/** Rows changed by the first items of a file. */
@Injectable()
export class DocumentRows {
  constructor(
    readonly imports: ImportRepository,
    readonly boxes: KnowledgeBoxRepository,
    readonly vectorsets: VectorsetRepository,
  ) {}
}

/** The destination of a document. */
interface Destination {
  readonly row: ImportEntity;
  readonly state: ImportState;
  /** Offset of the next item. */
  readonly end: number;
  /** Roles of the caller. */
  readonly roles: readonly Role[];
}

/** A model with vectors in the file. */
export interface IncomingVectorset extends ExportedVectorset {
  /** The box lacks it, and the caller may not add it. */
  readonly isLeftOut: boolean;
}

/** Stores the documents of the box itself. */
@Injectable()
export class DocumentIntake {
  constructor(
    private readonly transactions: Transactions,
    private readonly rows: DocumentRows,
    private readonly documents: BoxDocuments,
    private readonly bus: Bus,
  ) {}

  /** Stores the head of the file, before the first item: the models with vectors and the number of resources. */
  async begin(row: ImportEntity, head: ExportedHead, roles: readonly Role[]): Promise<void> {
    const { kbid, id } = row;
    const { isAny, known } = await this.vectorsetsFor(kbid, roles);
    await this.transactions.run(async (tx) => {
      await this.rows.imports.update({ kbid, id }, { total: head.resources }, tx);
      const wanted = head.vectorsets.filter((one) => isAny || known.has(one.id));
      for (const vectorset of wanted) await this.rows.vectorsets.ensure(kbid, vectorset, tx);
      this.publishChange(kbid, tx);
    });
  }

  /**
   * The models in the head, whose vectors are stored or skipped; missing vectors are embedded after the import.
   *
   * @param state receives a note for each skipped model
   */
  async incoming(
    kbid: string,
    {
      head,
      roles,
      state,
    }: { readonly head: ExportedHead; readonly roles: readonly Role[]; readonly state: ImportState },
  ): Promise<readonly IncomingVectorset[]> {
    const rows = await this.transactions.read((tx) => this.rows.vectorsets.list(kbid, tx));
    const present = new Set(rows.map((row) => row.id));
    const vectorsets = head.vectorsets.map((one) => ({ ...one, isLeftOut: !present.has(one.id) }));
    const why = whyLeftOut(vectorsetOwner, roles);
    const named = vectorsets.filter(({ isLeftOut }) => isLeftOut).map((one) => one.id);
    if (why !== undefined && named.length > 0) state.note(null, `${why} Models: ${named.join(', ')}.`);
    return vectorsets;
  }

  /**
   * Any installed model for callers who may add vectorsets. For others, the box's models, or the default for a box
   * without any.
   */
  private async vectorsetsFor(kbid: string, roles: readonly Role[]) {
    if (whyLeftOut(vectorsetOwner, roles) === undefined) return { isAny: true, known: new Set<string>() };
    const present = await this.transactions.read((tx) => this.rows.vectorsets.list(kbid, tx));
    if (present.length > 0) return { isAny: false, known: new Set(present.map(({ id }) => id)) };
    const { embedder } = await this.bus.request(describeModels, {}, { principal: systemPrincipal });
    return { isAny: false, known: new Set([embedder.id]) };
  }

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
