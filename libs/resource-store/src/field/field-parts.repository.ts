import type { UnderstoodField } from '@lectern/contracts/understanding';
import { postgresJson } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { replaceStoredFieldEdges } from '../graph/graph-edge-writes';
import { FieldPartEntity } from './field.entity';
import type { FieldKey } from './field.repository';
import { assemblePartsSql, FORGET_PARTS_BEHIND_SQL, lastPartSql, PUT_PART_SQL } from './field-parts-statements.sql';

/** One version of a field. */
export interface FieldVersionKey extends FieldKey {
  readonly seqid: number;
}

/** Parts kept from earlier attempts. */
export interface KeptParts {
  /** Number of the part after which to continue. */
  readonly part: number;
  readonly resume: string;
  /** Number of paragraphs in all parts. */
  readonly paragraphs: number;
}

/** Partial results of fields whose processing takes long. */
@Injectable()
export class FieldPartsRepository {
  async last(version: FieldVersionKey, tx: EntityManager): Promise<KeptParts | undefined> {
    const [kept]: KeptParts[] = await tx.query(lastPartSql, fieldVersionParameters(version));
    return kept;
  }

  /** Deletes the parts after `part` (-1 for all) and the parts of other versions. */
  async forgetBehind(version: FieldVersionKey, part: number, tx: EntityManager): Promise<void> {
    await tx.query(FORGET_PARTS_BEHIND_SQL, [...fieldVersionParameters(version), part]);
  }

  /** @returns false when the field has changed or was deleted */
  async put(part: FieldPartEntity, tx: EntityManager): Promise<boolean> {
    const stored: unknown[] = await tx.query(PUT_PART_SQL, [postgresJson(part)]);
    return stored.length > 0;
  }

  /** Assembles the parts to the field's results and deletes them. */
  async assemble(
    version: FieldVersionKey,
    { understood, at }: { readonly understood: UnderstoodField; readonly at: Date },
    tx: EntityManager,
  ): Promise<void> {
    await tx.query(assemblePartsSql, [...fieldVersionParameters(version), postgresJson(understood), at]);
    const { kbid, rid, letter, id, seqid } = version;
    await replaceStoredFieldEdges([{ kbid, rid, letter, id, seqid, understood }], tx);
    await this.forgetBehind(version, -1, tx);
  }
}

function fieldVersionParameters({ kbid, rid, letter, id, seqid }: FieldVersionKey): unknown[] {
  return [kbid, rid, letter, id, seqid];
}
