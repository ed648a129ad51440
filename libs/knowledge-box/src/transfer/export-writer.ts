import { BlobStore } from '@lectern/blob-store';
import { EXPORT_FORMAT, EXPORT_VERSION } from '@lectern/contracts/knowledge-box';
import {
  FieldEnvelope,
  type FieldEntity,
  type FieldKey,
  KnowledgeBoxRepository,
  type ResourceEntity,
  TransferContentRepository,
  VectorsetRepository,
} from '@lectern/knowledge-box-rows';
import { Injectable } from '@nestjs/common';
import { BoxDocuments } from './box-documents';
import { ExportedContent, type Snapshot, type WholeField } from './exported-content';
import { fieldItem, resourceItem } from './exported-resource';
import { encodeFrame, jsonFrame } from './frame';
import { PIECE_BYTES } from './transfer-limits';

/** Resources that are read at once. */
const PAGE = 32;

/** What a page of resources has, as it is stored, when it is read at once. */
const SMALL_PAGE_BYTES_MAX = 4 * 1024 * 1024;

type SmallPage = ReadonlyMap<string, readonly WholeField[]>;

/** What is written, and what must be known of it. */
export interface BoxToExport extends Snapshot {
  /** Whom the secrets in the file open for. */
  readonly scope: string;
  /** Called with the number of resources once, then after each of them. */
  readonly progress: (resources: { readonly total: number; readonly processed: number }) => void;
}

/** Rows that exports read. */
@Injectable()
export class ExportRows {
  constructor(
    readonly boxes: KnowledgeBoxRepository,
    readonly vectorsets: VectorsetRepository,
    readonly content: TransferContentRepository,
  ) {}
}

/** Writes a box as items of a file, in bounded pieces: settings, then each resource behind the bytes of its files. */
@Injectable()
export class ExportWriter {
  constructor(
    private readonly rows: ExportRows,
    private readonly found: ExportedContent,
    private readonly envelope: FieldEnvelope,
    private readonly documents: BoxDocuments,
    private readonly blobs: BlobStore,
  ) {}

  /** All reads are made in the given transaction: what it sees is one moment. */
  async *frames(given: Omit<BoxToExport, 'vectorsets'>): AsyncGenerator<Buffer> {
    const { kbid, tx } = given;
    const { learningConfiguration } = await this.rows.boxes.read(kbid, tx);
    const rows = await this.rows.vectorsets.list(kbid, tx);
    const vectorsets = rows.map(({ id, dimensions }) => ({ id, dimensions }));
    const total = await this.rows.content.countResources(kbid, tx);
    yield jsonFrame('LRN', {
      ...{ format: EXPORT_FORMAT, version: EXPORT_VERSION },
      ...{ learning_configuration: learningConfiguration, vectorsets },
      ...{ resources: total, has_hidden: await this.rows.content.hasHidden(kbid, tx) },
    });
    for await (const { type, document } of this.documents.list({ kbid, tx })) yield jsonFrame(type, document);
    yield* this.resources({ ...given, vectorsets }, total);
  }

  private async *resources(box: BoxToExport, total: number): AsyncGenerator<Buffer> {
    const counts = { resources: 0, fields: 0, binaries: 0 };
    box.progress({ total, processed: 0 });
    let page: readonly ResourceEntity[];
    let after = '';
    do {
      page = await this.rows.content.listResources(box.kbid, { after, limit: PAGE }, box.tx);
      const small = await this.smallPage(page, box);
      for (const resource of page) {
        yield* this.resource(resource, { ...box, small }, counts);
        box.progress({ total, processed: counts.resources });
      }
      after = page.at(-1)?.id ?? '';
    } while (page.length === PAGE);
    yield jsonFrame('END', counts);
  }

  private async *resource(
    resource: ResourceEntity,
    box: BoxToExport & { readonly small: SmallPage | undefined },
    counts: { resources: number; fields: number; binaries: number },
  ): AsyncGenerator<Buffer> {
    const reference = { kbid: box.kbid, rid: resource.id };
    const whole = box.small?.get(resource.id) ?? [];
    const fields = box.small ? whole.map(({ field }) => field) : await this.rows.content.listFields(reference, box.tx);
    const binaries = fields.filter(({ blobKey }) => blobKey !== null);
    for (const [number, { blobKey }] of binaries.entries()) yield* this.binary(number, blobKey ?? '');
    yield jsonFrame('RES', resourceItem(resource));
    for (const [i, listed] of fields.entries()) {
      const known = whole[i];
      const field = known?.field ?? (await this.rows.content.findField({ ...reference, ...listed }, box.tx));
      if (!field) throw new Error(`The field ${listed.letter}/${listed.id} is not in its own snapshot`);
      const at = binaries.indexOf(listed);
      yield jsonFrame('FLD', this.item(field, { binary: at === -1 ? undefined : at, scope: box.scope }));
      if (known) yield* this.found.framesOf(known, box.vectorsets);
      else yield* this.found.frames(field, box);
    }
    counts.resources += 1;
    counts.fields += fields.length;
    counts.binaries += binaries.length;
  }

  /** Fields of resources by their ids, when all of them together are small. */
  private async smallPage(page: readonly ResourceEntity[], { kbid, tx }: Snapshot): Promise<SmallPage | undefined> {
    const rids = page.map(({ id }) => id);
    if ((await this.rows.content.contentBytes(kbid, rids, tx)) > SMALL_PAGE_BYTES_MAX) return undefined;
    const { fields, extracted, vectors } = await this.rows.content.listContent(kbid, rids, tx);
    const found = new Map(extracted.map((one) => [nameOf(one), one]));
    const vectorsOf = Map.groupBy(vectors, nameOf);
    const whole = fields.map((field) => {
      const name = nameOf(field);
      return { field, extracted: found.get(name), vectors: vectorsOf.get(name) ?? [] };
    });
    return Map.groupBy(whole, ({ field }) => field.rid);
  }

  private item(field: FieldEntity, { binary, scope }: { readonly binary?: number; readonly scope: string }) {
    return fieldItem(field, { binary, sealed: this.envelope.sealForScope(field, scope) });
  }

  private async *binary(number: number, key: string): AsyncGenerator<Buffer> {
    const { sizeBytes } = await this.blobs.stat(key);
    yield jsonFrame('BIN', { number, size: sizeBytes });
    // Streams of bytes give bytes.
    for await (const chunk of await this.blobs.read(key)) yield* pieces(chunk as Buffer);
  }
}

function nameOf({ rid, letter, id }: Omit<FieldKey, 'kbid'>): string {
  return `${rid}/${letter}/${id}`;
}

function* pieces(chunk: Buffer): Generator<Buffer> {
  for (let at = 0; at < chunk.length; at += PIECE_BYTES) yield encodeFrame('DAT', chunk.subarray(at, at + PIECE_BYTES));
}
