import { Bus } from '@lectern/bus';
import { AppError, type DocumentPiece } from '@lectern/contracts/core';
import {
  type Labelset,
  labelsetsChanged,
  type LabelsetPayload,
  type LabelsetTarget,
  type ParagraphLabelsets,
} from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { KnowledgeBoxRepository } from '@lectern/resource-store';
import { LabelsetRepository } from './labelset.repository';
import { Injectable } from '@nestjs/common';
import { LongObject } from '../document/long';
import { documentPieces } from '../document/pieces';
import { admitLabelset } from './labelset-admission';
import { labelsetDocument, labelsetRow } from './labelset-document';

/** Each one has up to 400,000 characters. */
const READ_TOGETHER = 10;

/** Labelsets of knowledge boxes; publishes that they changed. */
@Injectable()
export class LabelsetService {
  constructor(
    private readonly transactions: Transactions,
    private readonly boxes: KnowledgeBoxRepository,
    private readonly labelsets: LabelsetRepository,
    private readonly bus: Bus,
  ) {}

  /**
   * Creates or replaces a labelset.
   *
   * @throws AppError `not_found` when the box does not exist, `quota_exceeded`, `invalid_request` when the title is
   *   taken
   */
  async put(target: LabelsetTarget, payload: LabelsetPayload): Promise<null> {
    const row = labelsetRow(target, payload);
    const { kbid } = row;
    await this.transactions.run(async (tx) => {
      await this.boxes.hold(kbid, tx);
      await admitLabelset(row, this.labelsets, tx);
      const other = await this.labelsets.findOther(row, row.title, tx);
      if (other !== undefined) throw duplicateTitle(other);
      await this.labelsets.put(row, tx);
    });
    this.bus.publish(labelsetsChanged, { kbid });
    return null;
  }

  /** Deleting an unknown labelset is not an error. */
  async delete({ kbid, labelset: id }: LabelsetTarget): Promise<null> {
    await this.transactions.single((tx) => this.labelsets.delete({ kbid, id }, tx));
    this.bus.publish(labelsetsChanged, { kbid });
    return null;
  }

  /** @throws AppError `not_found` */
  async get({ kbid, labelset: id }: LabelsetTarget): Promise<Labelset> {
    return labelsetDocument(await this.transactions.read((tx) => this.labelsets.get({ kbid, id }, tx)));
  }

  /** Labelsets for paragraphs. */
  async ofParagraphs(kbid: string): Promise<ParagraphLabelsets> {
    const rows = await this.transactions.read((tx) => this.labelsets.listOfKind(kbid, 'PARAGRAPHS', tx));
    return { labelsets: rows.map(({ id }) => id) };
  }

  /** All labelsets of the box, read in batches. */
  list(kbid: string): AsyncGenerator<DocumentPiece> {
    return documentPieces({ uuid: kbid, labelsets: new LongObject(() => this.pages(kbid)) });
  }

  private async *pages(kbid: string): AsyncGenerator<Readonly<Record<string, Labelset>>> {
    let after = '';
    for (;;) {
      const page = { after, limit: READ_TOGETHER };
      const rows = await this.transactions.read((tx) => this.labelsets.list(kbid, page, tx));
      if (rows.length > 0) yield Object.fromEntries(rows.map((row) => [row.id, labelsetDocument(row)]));
      const last = rows.at(-1);
      if (!last || rows.length < READ_TOGETHER) return;
      after = last.id;
    }
  }
}

function duplicateTitle(other: string): AppError {
  const reason = `Labelset ${other} has the same title`;
  return new AppError('invalid_request', `Duplicated labelset titles are not allowed. ${reason}`);
}
