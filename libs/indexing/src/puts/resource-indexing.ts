import type { ResourceReference, ResourceStatus } from '@lectern/contracts/knowledge-box';
import { Slots } from '@lectern/workers';
import { Injectable } from '@nestjs/common';
import { IndexExtender } from './index-extender';
import { IndexWriter } from './index-writer';
import { IndexingProgress } from './indexing-progress';
import { PUTS_WAITING_MAX, textBytesMax } from '../queue/ingest.config';
import { type FinishedPut, ProcessingRecorder } from '../processing/processing-recorder';
import { type ExtractedResource, ResourceLoader } from '../processing/resource-loader';

/** A long text that is being put occupies some pages in memory. */
const LONG_BYTES = 4 * 1024 ** 2;

type Put = Pick<ExtractedResource, 'resource'>;

/** Puts resources into the keyword index and ends their processing. */
@Injectable()
export class ResourceIndexing {
  private readonly room = new Slots({ slotsMax: textBytesMax(), waitingMax: PUTS_WAITING_MAX });

  constructor(
    private readonly loader: ResourceLoader,
    private readonly indexes: IndexWriter,
    private readonly recorder: ProcessingRecorder,
    private readonly extender: IndexExtender,
    private readonly progress: IndexingProgress,
  ) {}

  /**
   * Adds the messages that arrived since the last put, when nothing else has changed.
   *
   * @returns false when the resource must be put as a whole
   */
  async extend(reference: ResourceReference): Promise<boolean> {
    const added = await this.extender.extend(reference);
    if (!added) return false;
    const { resource, messages } = added;
    await this.end({ resource }, { version: resource.version, messages, isExtension: true });
    return true;
  }

  /** Puts a stored resource as soon as there is room for its texts of this many bytes among those in memory. */
  async putStored(reference: ResourceReference, bytes: number, signal: AbortSignal): Promise<void> {
    await this.inRoom(bytes, signal, async () => {
      const messages = await this.extender.noted(reference);
      const content = await this.loader.withExtracted(reference);
      if (content) await this.put(content, messages);
    });
  }

  /** Puts a stored resource with long texts page by page. */
  async putLong(reference: ResourceReference, signal: AbortSignal): Promise<void> {
    await this.inRoom(LONG_BYTES, signal, async () => {
      const messages = await this.extender.noted(reference);
      const content = await this.indexes.putLong(reference);
      if (content) await this.end(content, { version: content.resource.version, messages });
    });
  }

  /** Puts a resource that was just recorded as soon as there is room for its rows. */
  async putRecorded(content: ExtractedResource, signal: AbortSignal): Promise<void> {
    const bytes = content.extracted.reduce((sum, { text }) => sum + text.length, 0);
    await this.inRoom(bytes, signal, () => this.put(content, []));
  }

  private async inRoom(bytes: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    await this.room.use({ weight: bytes, signal }, work);
  }

  private async put(content: ExtractedResource, messages: FinishedPut['messages']): Promise<void> {
    await this.indexes.put(content, this.progress.logged);
    this.progress.publishIndexed(referenceTo(content));
    this.conclude(content, await this.statusAfter(content, { version: content.resource.version, messages }));
  }

  private async end(content: Put, put: FinishedPut): Promise<void> {
    const indexed = this.progress.indexed(referenceTo(content));
    const [status] = await Promise.all([this.statusAfter(content, put), indexed]);
    this.conclude(content, status);
  }

  private conclude(content: Put, status: ResourceStatus): void {
    const { kbid, rid } = referenceTo(content);
    // Blocked fields are processed later.
    if (status === 'PENDING' || status === 'BLOCKED') return;
    this.progress.processed({ kbid, rid }, { errors: status === 'ERROR' });
    // Clients consider a resource ready when it is indexed after it was processed.
    this.progress.publishIndexed({ kbid, rid });
  }

  /** Pending until all results of its fields are searchable; after an error, an error until it is put. */
  private async statusAfter({ resource: { kbid, id: rid, status } }: Put, put: FinishedPut): Promise<ResourceStatus> {
    if (status !== 'PENDING' && status !== 'ERROR' && put.messages.length === 0) return status;
    const recorded = await this.recorder.record({ kbid, rid, outcomes: [], put });
    return recorded?.resource.status ?? status;
  }
}

function referenceTo({ resource: { kbid, id: rid } }: Put): ResourceReference {
  return { kbid, rid };
}
