import { AppError, validate } from '@lectern/contracts/core';
import { ExportedLabelset, labelsetsChanged } from '@lectern/contracts/knowledge-box';
import { KnowledgeBoxRepository } from '@lectern/resource-store';
import {
  type LabelsetEntity,
  LabelsetRepository,
  admitLabelset,
  labelsetDocument,
  labelsetRow,
} from '@lectern/knowledge-box';
import { Injectable } from '@nestjs/common';
import { allOf, type BoxDocument, type DocumentTarget, type DocumentSource, type StoredDocument } from './box-document';

/** Each one has up to 400,000 characters. */
const READ_TOGETHER = 10;

/** Labelsets of a box: those in the file replace existing ones with the same id. */
@Injectable()
export class LabelsetDocuments implements BoxDocument {
  readonly type = 'LAB';

  constructor(
    private readonly boxes: KnowledgeBoxRepository,
    private readonly labelsets: LabelsetRepository,
  ) {}

  async *list({ kbid, tx }: DocumentSource): AsyncGenerator<unknown> {
    const page = (last: LabelsetEntity | undefined) =>
      this.labelsets.list(kbid, { after: last?.id ?? '', limit: READ_TOGETHER }, tx);
    for await (const row of allOf(page)) yield { id: row.id, labelset: labelsetDocument(row) };
  }

  async put(document: unknown, { kbid, tx }: DocumentTarget): Promise<StoredDocument> {
    const { id, labelset } = validate(ExportedLabelset, document);
    const row = labelsetRow({ kbid, labelset: id }, labelset);
    await this.boxes.hold(kbid, tx);
    await admitLabelset(row, this.labelsets, tx);
    const changed: StoredDocument = { publish: (bus) => bus.publish(labelsetsChanged, { kbid }) };
    const owner = await this.labelsets.findOther(row, row.title, tx);
    if (owner === undefined) {
      await this.labelsets.put(row, tx);
      return changed;
    }
    if ((await this.labelsets.findOther(row, id, tx)) !== undefined) {
      throw new AppError('bad_request', `Other labelsets of the knowledge box have the titles ${row.title} and ${id}`);
    }
    await this.labelsets.put({ ...row, title: id }, tx);
    return {
      ...changed,
      note: `The title of the labelset ${id} belongs to the labelset ${owner}; the id is the title instead.`,
    };
  }
}
