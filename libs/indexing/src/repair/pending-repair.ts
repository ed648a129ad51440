import { authorOf, systemPrincipal } from '@lectern/contracts/core';
import type { ResourceReference } from '@lectern/contracts/knowledge-box';
import { type GivenUp, Transactions } from '@lectern/database';
import { type FieldEntity, type FieldKey, FieldRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { ResourceChanges } from '../resource/resource-changes';
import { fieldSerial } from '../queue/field-lane';
import { IngestQueue, processSerial } from '../queue/ingest-queue';
import { ProcessingRecorder } from '../processing/processing-recorder';

/** A pending resource without a task, and its pending fields without a task. */
export interface IdleResource extends ResourceReference {
  readonly fields: readonly FieldKey[];
}

/**
 * Resolves pending states without a task: given-up work is recorded as an error, all other work gets its tasks again.
 */
@Injectable()
export class PendingRepair {
  constructor(
    private readonly transactions: Transactions,
    private readonly changes: ResourceChanges,
    private readonly fields: FieldRepository,
    private readonly ingest: IngestQueue,
    private readonly recorder: ProcessingRecorder,
  ) {}

  /** @param givenUp reasons why work was given up, by its serial */
  async repair({ kbid, rid, fields }: IdleResource, givenUp: ReadonlyMap<string, GivenUp>): Promise<void> {
    const rows = await this.transactions.read((tx) => Promise.all(fields.map((key) => this.fields.find(key, tx))));
    const present = rows.filter((field) => field !== undefined);
    const ofResource = givenUp.get(processSerial({ kbid, rid }));
    const reasonFor = (field: FieldEntity) => (givenUp.get(fieldSerial(field)) ?? ofResource)?.reason;
    const failures = present.flatMap((field) => {
      const reason = reasonFor(field);
      return reason === undefined ? [] : [{ field, reason }];
    });
    // A put that killed processes is not repeated automatically.
    const isPutNext = ofResource?.isSetAside;
    if (failures.length > 0) await this.recorder.record({ kbid, rid, outcomes: [], failures, isPutNext });
    if (fields.length === 0 && isPutNext) return this.giveUp({ kbid, rid });
    const untried = present.filter((field) => reasonFor(field) === undefined);
    await this.transactions.run(async (tx) => {
      await this.ingest.understand({ kbid, rid }, untried, { tx });
      if (!isPutNext) await this.ingest.process([{ kbid, rid }], tx);
    });
  }

  /** Has the resource put into the keyword index. */
  async putAgain(reference: ResourceReference): Promise<void> {
    await this.transactions.run((tx) => this.ingest.process([reference], tx));
  }

  /** Marks the resource as failed, since it is not searchable by words until somebody has it put. */
  async giveUp(reference: ResourceReference): Promise<void> {
    const authorship = { kind: 'processed', by: authorOf(systemPrincipal) } as const;
    await this.changes.applyToMany([reference], authorship, async (resources) =>
      resources.map((resource) => ({ resource: { ...resource, status: 'ERROR' }, toIndex: 'metadata' })),
    );
  }
}
