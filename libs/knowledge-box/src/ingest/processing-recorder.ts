import {
  errorCodeNames,
  type FieldError,
  naiveUtc,
  type ProcessingError,
  type ResourceReference,
} from '@lectern/contracts';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ExtractedFieldEntity, FieldEntity } from '../field/field.entity';
import { FieldRepository } from '../field/field.repository';
import { fieldStatus, resourceStatus } from '../resource/resource-status';
import { ResourceRepository } from '../resource/resource.repository';
import type { FieldOutcome } from './field-understanding';
import { IngestQueue } from './ingest-queue';
import { learnedResource } from './learned-resource';
import type { ExtractedResource } from './resource-loader';

const ERRORS_MAX = 300;
const PROCESS = 2;

/** Commits what processing found, or why it found nothing. */
@Injectable()
export class ProcessingRecorder {
  constructor(
    private readonly transactions: Transactions,
    private readonly resources: ResourceRepository,
    private readonly fields: FieldRepository,
    private readonly ingest: IngestQueue,
  ) {}

  /** One transaction; outcomes of fields that were changed meanwhile are dropped. Undefined when the resource is gone. */
  async record({ kbid, rid }: ResourceReference, outcomes: readonly FieldOutcome[]): Promise<ExtractedResource | undefined> {
    const now = new Date();
    return this.transactions.run(async (tx) => {
      const resource = await this.resources.findLocked({ kbid, rid }, tx);
      if (!resource) return undefined;
      const stored = await this.fields.list(kbid, [rid], tx);
      const current = outcomes.filter(({ field }) => stored.some((row) => isSame(row, field) && row.seqid === field.seqid));
      await this.fields.putExtracted(current.map((outcome) => extractedRow(outcome, now)), tx);
      const fields = await Promise.all(stored.map((row) => this.settle(row, current, { now, tx })));
      const extracted = await this.fields.listExtracted(kbid, [rid], tx);
      const status = resourceStatus(fields.map((field) => ({ ...field, empty: isEmpty(field, extracted) })));
      const learned = { ...learnedResource(resource, current), status, version: resource.version + 1 };
      await this.resources.update(learned, tx);
      if (current.some(({ paragraphs }) => paragraphs.length > 0)) await this.ingest.embed(kbid, rid, tx);
      return { resource: learned, extracted };
    });
  }

  /** Shows on the pending fields why an attempt failed. After the last one they are in error. */
  async recordFailure(
    { kbid, rid }: ResourceReference,
    { reason, attempt, attemptsMax }: { readonly reason: string; readonly attempt: number; readonly attemptsMax: number },
  ): Promise<void> {
    const isLast = attempt >= attemptsMax;
    const text = isLast
      ? `Processing failed ${attempt} times, at last: ${reason}. Reprocess the resource to try again.`
      : `Attempt ${attempt} of ${attemptsMax} failed: ${reason}. It will be tried again by itself.`;
    const error = fieldError({ code: PROCESS, severity: isLast ? 'ERROR' : 'WARNING', text }, new Date());
    await this.transactions.run(async (tx) => {
      const resource = await this.resources.findLocked({ kbid, rid }, tx);
      if (!resource) return;
      const fields = await this.fields.list(kbid, [rid], tx);
      const pending = fields.filter(({ status }) => status === 'PENDING');
      for (const field of pending) {
        await this.fields.setOutcome(keyOf(field), { ...field, errors: [error], status: isLast ? 'ERROR' : 'PENDING' }, tx);
      }
      if (isLast && pending.length > 0) await this.resources.update({ ...resource, status: 'ERROR' }, tx);
    });
  }

  private async settle(
    field: FieldEntity,
    outcomes: readonly FieldOutcome[],
    { now, tx }: { readonly now: Date; readonly tx: EntityManager },
  ): Promise<FieldEntity> {
    const outcome = outcomes.find((one) => isSame(one.field, field));
    if (!outcome) return field;
    const errors = outcome.understood.errors.slice(0, ERRORS_MAX).map((error) => fieldError(error, now));
    const status = fieldStatus(errors);
    // A password that did not open the file is kept: another attempt may need it.
    const sealedPassword = status === 'ERROR' ? field.sealedPassword : null;
    await this.fields.setOutcome(keyOf(field), { status, errors, sealedPassword }, tx);
    return { ...field, status, errors };
  }
}

function fieldError({ code, severity, text }: ProcessingError, now: Date): FieldError {
  return { body: text, code, code_str: errorCodeNames[code] ?? 'GENERIC', created: naiveUtc(now), severity };
}

function keyOf({ kbid, rid, letter, id }: FieldEntity): Pick<FieldEntity, 'kbid' | 'rid' | 'letter' | 'id'> {
  return { kbid, rid, letter, id };
}

function isSame(a: { letter: string; id: string }, b: { letter: string; id: string }): boolean {
  return a.letter === b.letter && a.id === b.id;
}

function isEmpty(field: FieldEntity, extracted: readonly ExtractedFieldEntity[]): boolean {
  return !extracted.some((one) => isSame(one, field) && one.paragraphs.length > 0);
}

function extractedRow({ field, text, paragraphs, understood }: FieldOutcome, now: Date): ExtractedFieldEntity {
  return {
    ...keyOf(field),
    seqid: field.seqid,
    // Postgres has no text with NUL.
    text: text.replaceAll('\0', ' '),
    paragraphs: [...paragraphs],
    understood,
    extractedAt: now,
  };
}
