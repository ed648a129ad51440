import { naiveUtc, type ResourceReference } from '@lectern/contracts';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { FieldRepository } from '../field/field.repository';
import { ResourceRepository } from '../resource/resource.repository';
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
    private readonly transactions: Transactions,
    private readonly resources: ResourceRepository,
    private readonly fields: FieldRepository,
    private readonly ingest: IngestQueue,
  ) {}

  private async recordAll(processed: readonly ProcessedResource[]): Promise<(ExtractedResource | undefined)[]> {
    return this.transactions.run(async (tx) => {
      const settled = await this.settleAll(processed, tx);
      await this.fields.putExtracted(
        settled.flatMap(({ found }) => found),
        tx,
      );
      await this.fields.setOutcomes(
        settled.flatMap(({ ended }) => ended),
        tx,
      );
      await this.resources.updateLearned(
        settled.map(({ resource }) => resource),
        tx,
      );
      const toEmbed = settled.filter(({ found }) => found.some(({ paragraphs }) => paragraphs.length > 0));
      await this.ingest.embed(
        toEmbed.map(({ resource: { kbid, id: rid } }) => ({ kbid, rid })),
        tx,
      );
      const byId = new Map(
        settled.map((one) => [one.resource.id, { resource: one.resource, extracted: one.extracted }]),
      );
      return processed.map(({ rid }) => byId.get(rid));
    });
  }

  private async settleAll(processed: readonly ProcessedResource[], tx: EntityManager): Promise<Settled[]> {
    const now = new Date();
    const locked = await this.resources.lockMany(processed, tx);
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
    await this.transactions.run(async (tx) => {
      const [resource] = await this.resources.lockMany([{ kbid, rid }], tx);
      if (!resource) return;
      const fields = await this.fields.list(kbid, [rid], tx);
      const pending = fields.filter(({ status }) => status === 'PENDING');
      const status = isLast ? ('ERROR' as const) : ('PENDING' as const);
      await this.fields.setOutcomes(
        pending.map((field) => ({ ...field, errors: [error], status })),
        tx,
      );
      if (isLast && pending.length > 0) await this.resources.update({ ...resource, status: 'ERROR' }, tx);
    });
  }
}
