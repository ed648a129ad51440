import { authorOf, systemPrincipal } from '@lectern/contracts/core';
import type { ResourceReference } from '@lectern/contracts/knowledge-box';
import {
  ConversationRepository,
  type ExtractedFieldEntity,
  type FieldKey,
  FieldPartsRepository,
  FieldRepository,
  fitsTogether,
  keysOfPictures,
  type ResourceEntity,
  thumbnailNames,
  type UnindexedMessage,
  withRenamedEntities,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ResourceChanges } from '../resource/resource-changes';
import type { FieldOutcome } from './field-understanding';
import type { QuickFields } from './resource-loader';
import { IngestQueue, processSerial } from '../queue/ingest-queue';
import { type FieldFailure, isUnsettled, settle, type Settled } from './settle';
import { batched } from '../queue/batched';

/** Results of attempts at fields of a resource. */
export interface ProcessedResource extends ResourceReference {
  readonly outcomes: readonly FieldOutcome[];
  readonly failures?: readonly FieldFailure[];
  /**
   * Whether the caller puts the resource into the keyword index next. By default a task does; until then it is pending.
   */
  readonly isPutNext?: boolean;
  /** The put that the caller has finished. */
  readonly put?: FinishedPut;
  /** The fields as read before the attempts. */
  readonly read?: QuickFields;
}

/** A finished put into the keyword index. */
export interface FinishedPut {
  /** Version of the resource. */
  readonly version: number;
  /** Messages in the put, of those that had to be put. */
  readonly messages: readonly UnindexedMessage[];
  /** Whether only these messages were added to the indexed ones. */
  readonly isExtension?: boolean;
}

/** A resource in its stored state. */
export interface RecordedResource {
  readonly resource: ResourceEntity;
  /** The results of all its fields; undefined when they have to be read. */
  readonly extracted?: readonly ExtractedFieldEntity[];
}

/** A resource with other pending fields is put into the index at most once in this time. */
const GATHER_MS = 1_000;

/** Commits the results of processing fields, or the reason why there are none. */
@Injectable()
export class ProcessingRecorder {
  /**
   * Records many resources in one transaction and drops results of outdated versions. Undefined when the resource has
   * been deleted.
   */
  private readonly recordBatched = batched((all: readonly ProcessedResource[]) => this.recordAll(all), {
    max: 64,
    gatherMs: 3,
  });

  constructor(
    private readonly changes: ResourceChanges,
    private readonly fields: FieldRepository,
    private readonly parts: FieldPartsRepository,
    private readonly conversations: ConversationRepository,
    private readonly ingest: IngestQueue,
  ) {}

  async record(processed: ProcessedResource): Promise<RecordedResource | undefined> {
    // Results stored in parts are large and slow to record.
    if (processed.outcomes.every(({ content }) => content)) return this.recordBatched(processed);
    const [recorded] = await this.recordAll([processed]);
    return recorded;
  }

  private async recordAll(processed: readonly ProcessedResource[]): Promise<(RecordedResource | undefined)[]> {
    const recorded = await this.recordNew(processed);
    const others = processed.filter((one) => !recorded.has(processSerial(one)));
    const all = others.length === 0 ? recorded : new Map([...recorded, ...(await this.recordLocked(others))]);
    return processed.map((one) => all.get(processSerial(one)));
  }

  /** Stores new resources with all their results, unless they have changed since they were read. By name. */
  private async recordNew(
    processed: readonly ProcessedResource[],
  ): Promise<ReadonlyMap<string, RecordedResource & { readonly resource: ResourceEntity }>> {
    const now = new Date();
    const settled = [...Map.groupBy(processed, processSerial).values()].flatMap(([one, ...more]) => {
      const own = one && more.length === 0 ? settledNew(one, now) : undefined;
      return own?.isComplete && own.resource.status !== 'PENDING' ? [own] : [];
    });
    const understood = settled.map((one) => ({ ...one, extracted: extractedRows(one.found, now) }));
    if (!fitsTogether(understood.flatMap(({ extracted }) => extracted))) return new Map();
    const stored = await this.changes.storeNewTexts(understood, byProcessing.by);
    return new Map(stored.map(({ resource, extracted }) => [nameOf({ resource }), { resource, extracted }]));
  }

  /** By name; deleted resources are omitted. */
  private async recordLocked(processed: readonly ProcessedResource[]): Promise<ReadonlyMap<string, RecordedResource>> {
    const now = new Date();
    const putNext = new Set(processed.flatMap((one) => (one.isPutNext ? [processSerial(one)] : [])));
    const done = new Map(processed.flatMap((one) => (one.put ? [[processSerial(one), one.put] as const] : [])));
    let settled: readonly Settled[] = [];
    const stored = await this.changes.applyToMany(processed, byProcessing, async (resources, tx) => {
      const named = await withEntityNames(processed, tx);
      settled = await this.settleAll(named, { resources, now, tx });
      await this.purgePictures(processed, settled, tx);
      await this.store(settled, { now, tx });
      await this.putByTask(settled, { putNext, tx });
      await this.embed(settled, tx);
      for (const one of processed) await this.conversations.setIndexed(one, one.put?.messages ?? [], tx);
      const changed = settled.filter(({ isChanged }) => isChanged);
      const extended = changed.filter((one) => done.get(nameOf(one))?.isExtension);
      await this.ingest.updateLater(extended.map(referenceTo), tx);
      const putWhole = (one: Settled) => done.has(nameOf(one)) && !extended.includes(one);
      return changed.map((one) => ({ resource: one.resource, toIndex: putWhole(one) ? 'metadata' : 'nothing' }));
    });
    const recorded = new Map<string, RecordedResource>(
      settled.map((one) => [nameOf(one), { resource: one.resource, extracted: wholeContent(one, now) }]),
    );
    for (const resource of stored) {
      const name = nameOf({ resource });
      recorded.set(name, { ...recorded.get(name), resource });
    }
    return recorded;
  }

  /** Removes pictures of earlier results, and those of results that were dropped. */
  private async purgePictures(
    processed: readonly ProcessedResource[],
    settled: readonly Settled[],
    tx: EntityManager,
  ): Promise<void> {
    const kept = new Set(settled.flatMap(({ found }) => found.map(({ field }) => nameOfField(field))));
    const keptKeys = new Set(
      settled.flatMap(({ found }) => found.flatMap(({ understood }) => keysOfPictures(understood))),
    );
    const made = processed.flatMap(({ kbid, rid, outcomes }) =>
      outcomes.map(({ understood }) => ({ kbid, rid, keys: keysOfPictures(understood) })),
    );
    const files = settled.filter(({ found }) => found.some(({ field }) => field.letter in thumbnailNames));
    const before = await this.fields.listPictures(files.map(referenceTo), tx);
    const replaced = before.filter((one) => kept.has(nameOfField(one)));
    for (const { kbid, rid, keys } of [...made, ...replaced]) {
      const blobs = keys.filter((key) => !keptKeys.has(key));
      if (blobs.length > 0) await this.ingest.purge({ kbid, rid, version: 0, blobs }, tx);
    }
  }

  private async settleAll(
    processed: readonly ProcessedResource[],
    {
      resources,
      now,
      tx,
    }: { readonly resources: readonly ResourceEntity[]; readonly now: Date; readonly tx: EntityManager },
  ): Promise<Settled[]> {
    const byName = Map.groupBy(processed, processSerial);
    const settled: Settled[] = [];
    for (const [kbid, own] of Map.groupBy(resources, (resource) => resource.kbid)) {
      const rids = own.map(({ id }) => id);
      const states = Map.groupBy(await this.fields.listStates(kbid, rids, tx), ({ rid }) => rid);
      for (const resource of own) {
        const given = byName.get(nameOf({ resource })) ?? [];
        const outcomes = given.flatMap((one) => one.outcomes);
        const failures = given.flatMap((one) => one.failures ?? []);
        const isPut = given.every((one) => one.isPutNext || one.put?.version === resource.version);
        const putVersion = given.find(({ put }) => put?.version === resource.version)?.put?.version;
        const fields = states.get(resource.id) ?? [];
        settled.push(settle({ resource, fields, outcomes, failures, isPut, putVersion, now }));
      }
    }
    return settled;
  }

  private async store(
    settled: readonly Settled[],
    { now, tx }: { readonly now: Date; readonly tx: EntityManager },
  ): Promise<void> {
    const found = settled.flatMap((one) => one.found);
    await this.fields.putExtracted(extractedRows(found, now), tx);
    for (const { field, understood, content } of found)
      if (!content) await this.parts.assemble(field, { understood, at: now }, tx);
    const ended = settled.flatMap((one) => one.ended);
    await this.fields.setOutcomes(ended, tx);
    const files = ended.filter((field) => field.letter === 'f' && !isUnsettled(field));
    for (const { kbid, rid, blobKey } of await this.fields.forgetBytes(files, tx))
      await this.ingest.purge({ kbid, rid, version: 0, blobs: [blobKey] }, tx);
  }

  /** If only messages were added to a resource, its existing vectors need not be put again. */
  private async embed(settled: readonly Settled[], tx: EntityManager): Promise<void> {
    // A resource without any text still has its title.
    const toEmbed = settled.filter(({ found, isComplete }) => isComplete || found.some(({ isEmpty }) => !isEmpty));
    const [added, others] = [toEmbed.filter(isAddedOnly), toEmbed.filter((one) => !isAddedOnly(one))];
    await this.ingest.embed(others.map(referenceTo), tx);
    await this.ingest.embedLacking(added.map(referenceTo), tx);
  }

  private async putByTask(
    settled: readonly Settled[],
    { putNext, tx }: { readonly putNext: ReadonlySet<string>; readonly tx: EntityManager },
  ): Promise<void> {
    const complete = settled.filter(({ isComplete, resource }) => isComplete && resource.status === 'PENDING');
    await this.ingest.process(complete.map(referenceTo), tx);
    const growing = settled.filter((one) => one.found.length > 0 && !one.isComplete && !putNext.has(nameOf(one)));
    await this.ingest.process(growing.map(referenceTo), tx, { runAt: new Date(Date.now() + GATHER_MS) });
  }
}

/** The new state of a new resource if these results settle it completely; undefined otherwise. */
function settledNew({ outcomes, failures = [], isPutNext, read }: ProcessedResource, now: Date): Settled | undefined {
  const { newResource: resource, fields = [] } = read ?? {};
  const isKnown = isPutNext && failures.length === 0 && outcomes.length === fields.length;
  if (!resource || !isKnown || outcomes.some(isLarge)) return undefined;
  return settle({ resource, fields: fields.map((field) => ({ ...field, file: null })), outcomes, isPut: true, now });
}

/** Whether a result was stored in parts, or has pictures. */
function isLarge({ content, understood }: FieldOutcome): boolean {
  return content === undefined || keysOfPictures(understood).length > 0;
}

function isAddedOnly({ found, resource }: Settled): boolean {
  return resource.indexedVersion !== null && found.every(({ isAdded }) => isAdded);
}

function referenceTo({ resource: { kbid, id: rid } }: Pick<Settled, 'resource'>): ResourceReference {
  return { kbid, rid };
}

function nameOf(one: Pick<Settled, 'resource'>): string {
  return processSerial(referenceTo(one));
}

function nameOfField({ kbid, rid, letter, id }: FieldKey): string {
  return `${kbid}/${rid}/${letter}/${id}`;
}

/** Rows of the results that are not stored in parts. */
function extractedRows(found: readonly FieldOutcome[], now: Date): ExtractedFieldEntity[] {
  return found.flatMap(({ field: { kbid, rid, letter, id, seqid }, understood, content }) =>
    content
      ? [
          {
            kbid,
            rid,
            letter,
            id,
            seqid,
            understood,
            text: content.text,
            paragraphs: [...content.paragraphs],
            extractedAt: now,
          },
        ]
      : [],
  );
}

/** Results with the names that entities have in their box. */
async function withEntityNames(
  processed: readonly ProcessedResource[],
  tx: EntityManager,
): Promise<readonly ProcessedResource[]> {
  const outcomes = processed.flatMap((one) => one.outcomes);
  const found = outcomes.map(({ field: { kbid }, understood }) => ({ kbid, understood }));
  const named = await withRenamedEntities(found, tx);
  if (named === found) return processed;
  const understoodOf = new Map(outcomes.map((outcome, i) => [outcome, named[i]?.understood ?? outcome.understood]));
  return processed.map((one) => ({
    ...one,
    outcomes: one.outcomes.map((outcome) => ({
      ...outcome,
      understood: understoodOf.get(outcome) ?? outcome.understood,
    })),
  }));
}

/** The complete content of a resource's fields, if all of it is in these results. */
function wholeContent({ found, hasMore }: Settled, now: Date): readonly ExtractedFieldEntity[] | undefined {
  return hasMore || found.some(({ content }) => !content) ? undefined : extractedRows(found, now);
}

const byProcessing = { kind: 'processed', by: authorOf(systemPrincipal) } as const;
