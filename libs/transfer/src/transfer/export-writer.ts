import type { FieldKey, ResourceEntity } from '@lectern/resource-store';
import { TransferContentRepository } from './transfer-content.repository';
import { Injectable } from '@nestjs/common';
import { BoxDocuments } from './box-documents';
import { Checksum } from './checksum';
import type { Snapshot, WholeField } from './exported-content';
import { ExportedHeads } from './exported-heads';
import { jsonFrame } from './frame';
import { ResourceItemWriter, type WrittenCounts } from './resource-item-writer';

/** Resources read together. */
const PAGE = 32;

/** Maximum stored size of a page of resources that is read at once. */
const SMALL_PAGE_BYTES_MAX = 4 * 1024 * 1024;

/** The box to write and its context. */
export interface BoxToExport extends Snapshot {
  /** The scope in which secrets in the file can be opened. */
  readonly scope: string;
  /** Called once with the number of resources, then after each of them. */
  readonly progress: (resources: { readonly total: number; readonly processed: number }) => void;
}

/** Writes a box as items of a file, in bounded pieces: settings, then each resource after the bytes of its files. */
@Injectable()
export class ExportWriter {
  constructor(
    private readonly heads: ExportedHeads,
    private readonly content: TransferContentRepository,
    private readonly documents: BoxDocuments,
    private readonly writer: ResourceItemWriter,
  ) {}

  /** All reads use the given transaction, so they see a single snapshot. */
  async *frames(given: Omit<BoxToExport, 'vectorsets'>): AsyncGenerator<Buffer> {
    const { kbid, tx } = given;
    const { vectorsets, total, head } = await this.heads.read(kbid, tx);
    yield head;
    const sum = new Checksum();
    sum.addBytes(head);
    const counts = { resources: 0, fields: 0, binaries: 0, documents: 0 };
    for await (const { type, document } of this.documents.list({ kbid, tx })) {
      yield* summed([jsonFrame(type, document)], sum);
      counts.documents += 1;
    }
    given.progress({ total, processed: 0 });
    yield* this.resources({ ...given, vectorsets }, total, counts);
    yield jsonFrame('END', counts);
  }

  private async *resources(box: BoxToExport, total: number, counts: WrittenCounts): AsyncGenerator<Buffer> {
    let page: readonly ResourceEntity[];
    let after = '';
    do {
      page = await this.content.listResources(box.kbid, { after, limit: PAGE }, box.tx);
      const small = await this.smallPage(page, box);
      const generics = await this.generics(page, box);
      for (const resource of page) {
        const whole = small && (small.get(resource.id) ?? []);
        yield* summed(
          this.writer.frames(resource, { ...box, generics: generics.get(resource.id) ?? [], whole }, counts),
          new Checksum(),
        );
        box.progress({ total, processed: counts.resources });
      }
      after = page.at(-1)?.id ?? '';
    } while (page.length === PAGE);
  }

  /** Embedded titles and summaries of resources, by resource id. */
  private async generics(page: readonly ResourceEntity[], { kbid, tx }: Snapshot) {
    const rids = page.map(({ id }) => id);
    const { extracted, vectors } = await this.content.listGenerics(kbid, rids, tx);
    const vectorsOf = Map.groupBy(vectors, exportedFieldName);
    const generics = extracted.map((one) => ({ extracted: one, vectors: vectorsOf.get(exportedFieldName(one)) ?? [] }));
    return Map.groupBy(generics, ({ extracted: { rid } }) => rid);
  }

  /** Fields of resources by id, if they are small in total. */
  private async smallPage(
    page: readonly ResourceEntity[],
    { kbid, tx }: Snapshot,
  ): Promise<ReadonlyMap<string, readonly WholeField[]> | undefined> {
    const rids = page.map(({ id }) => id);
    if ((await this.content.contentBytes(kbid, rids, tx)) > SMALL_PAGE_BYTES_MAX) return undefined;
    const { fields, extracted, vectors } = await this.content.listContent(kbid, rids, tx);
    const found = new Map(extracted.map((one) => [exportedFieldName(one), one]));
    const vectorsOf = Map.groupBy(vectors, exportedFieldName);
    const whole = fields.map((field) => {
      const name = exportedFieldName(field);
      return { field, extracted: found.get(name), vectors: vectorsOf.get(name) ?? [] };
    });
    return Map.groupBy(whole, ({ field }) => field.rid);
  }
}

/** Items followed by their checksum. */
async function* summed(frames: Iterable<Buffer> | AsyncIterable<Buffer>, sum: Checksum): AsyncGenerator<Buffer> {
  for await (const frame of frames) {
    sum.addBytes(frame);
    yield frame;
  }
  yield sum.frame();
}

function exportedFieldName({ rid, letter, id }: Omit<FieldKey, 'kbid'>): string {
  return `${rid}/${letter}/${id}`;
}
