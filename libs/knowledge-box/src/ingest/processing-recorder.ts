import { authorOf, naiveUtc, type ResourceReference, systemPrincipal } from '@lectern/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { FieldRepository } from '../field/field.repository';
import { ResourceChanges } from '../resource/resource-changes';
import type { ResourceEntity } from '../resource/resource.entity';
import type { FieldOutcome } from './field-understanding';
import { IngestQueue } from './ingest-queue';
import type { ExtractedResource } from './resource-loader';
import { type Settled, settle, PROCESS, fieldError } from './settle';
import { together } from './together';

/** What processing found in the pending fields of a resource. */
export interface ProcessedResource extends ResourceReference {
  readonly outcomes: readonly FieldOutcome[];
}

/** Commits what processing found, or why it found nothing. */
@Injectable()
export class ProcessingRecorder {
  /**
   * Many resources in one transaction; outcomes of fields that were changed meanwhile are dropped. Undefined when the
   * resource is gone.
   */
  readonly record = together((processed: readonly ProcessedResource[]) => this.recordAll(processed), {
    max: 64,
    gatherMs: 3,
  });

  constructor(
    private readonly changes: ResourceChanges,
    private readonly fields: FieldRepository,
    private readonly ingest: IngestQueue,
  ) {}

  private async recordAll(processed: readonly ProcessedResource[]): Promise<(ExtractedResource | undefined)[]> {
    const extracted = new Map<string, Settled['extracted']>();
    const stored = await this.changes.applyToMany(processed, byProcessing, async (resources, tx) => {
      const settled = await this.settleAll(processed, resources, tx);
      for (const one of settled) extracted.set(one.resource.id, one.extracted);
      const found = settled.flatMap((one) => one.found);
      await this.fields.putExtracted(found, tx);
      const ended = settled.flatMap((one) => one.ended);
      await this.fields.setOutcomes(ended, tx);
      const toEmbed = settled.filter((one) => one.found.some(({ paragraphs }) => paragraphs.length > 0));
      const references = toEmbed.map(({ resource: { kbid, id: rid } }) => ({ kbid, rid }));
      await this.ingest.embed(references, tx);
      // The task that processed them puts them into the indexes next.
      return settled.map(({ resource }) => ({ resource, toIndex: 'nothing' as const }));
    });
    const byId = new Map(
      stored.map((resource) => [resource.id, { resource, extracted: extracted.get(resource.id) ?? [] }]),
    );
    return processed.map(({ rid }) => byId.get(rid));
  }

  private async settleAll(
    processed: readonly ProcessedResource[],
    locked: readonly ResourceEntity[],
    tx: EntityManager,
  ): Promise<Settled[]> {
    const now = new Date();
    const settled: Settled[] = [];
    for (const [kbid, resources] of Map.groupBy(locked, (resource) => resource.kbid)) {
      const rids = resources.map(({ id }) => id);
      const fields = Map.groupBy(await this.fields.list(kbid, rids, tx), ({ rid }) => rid);
      const extracted = Map.groupBy(await this.fields.listExtracted(kbid, rids, tx), ({ rid }) => rid);
      for (const resource of resources) {
        const outcomes = processed.filter(({ rid }) => rid === resource.id).flatMap((one) => one.outcomes);
        const stored = { fields: fields.get(resource.id) ?? [], extracted: extracted.get(resource.id) ?? [] };
        settled.push(settle({ resource, ...stored, outcomes, now }));
      }
    }
    return settled;
  }

  /** Shows on the pending fields why an attempt failed. After the last one they are in error. */
  async recordFailure(
    { kbid, rid }: ResourceReference,
    {
      reason,
      attempt,
      attemptsMax,
    }: { readonly reason: string; readonly attempt: number; readonly attemptsMax: number },
  ): Promise<void> {
    const isLast = attempt >= attemptsMax;
    const text = isLast
      ? `Processing failed ${attempt} times, at last: ${reason}. Reprocess the resource to try again.`
      : `Attempt ${attempt} of ${attemptsMax} failed at ${naiveUtc(new Date())}: ${reason}. It is tried again by itself.`;
    const error = fieldError({ code: PROCESS, severity: isLast ? 'ERROR' : 'WARNING', text }, new Date());
    await this.changes.applyToMany([{ kbid, rid }], byProcessing, async ([resource], tx) => {
      if (!resource) return [];
      const fields = await this.fields.list(kbid, [rid], tx);
      const pending = fields.filter(({ status }) => status === 'PENDING');
      const status = isLast ? ('ERROR' as const) : ('PENDING' as const);
      const outcomes = pending.map((field) => ({ ...field, errors: [error], status }));
      await this.fields.setOutcomes(outcomes, tx);
      if (!isLast || pending.length === 0) return [];
      return [{ resource: { ...resource, status: 'ERROR' as const }, toIndex: 'metadata' as const }];
    });
  }
}

const byProcessing = { kind: 'processed', by: authorOf(systemPrincipal) } as const;
