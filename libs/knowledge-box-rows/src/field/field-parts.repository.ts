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

/** What was kept of earlier attempts. */
export interface KeptParts {
  /** Number of the part behind which to go on. */
  readonly part: number;
  readonly resume: string;
  /** Of all parts together. */
  readonly paragraphs: number;
}

/** What was found so far in fields that take their time. */
@Injectable()
export class FieldPartsRepository {
  async last(version: FieldVersionKey, tx: EntityManager): Promise<KeptParts | undefined> {
    const [kept]: KeptParts[] = await tx.query(lastPartSql, parametersOf(version));
    return kept;
  }

  /** Forgets what follows `part`, -1 for all; and what was found in other versions. */
  async forgetBehind(version: FieldVersionKey, part: number, tx: EntityManager): Promise<void> {
    await tx.query(FORGET_PARTS_BEHIND_SQL, [...parametersOf(version), part]);
  }

  /** @returns false when the field has another version by now, or is gone */
  async put(part: FieldPartEntity, tx: EntityManager): Promise<boolean> {
    const stored: unknown[] = await tx.query(PUT_PART_SQL, [postgresJson(part)]);
    return stored.length > 0;
  }

  /** Makes the parts what was found in the field, and forgets them. */
  async assemble(
    version: FieldVersionKey,
    { understood, at }: { readonly understood: UnderstoodField; readonly at: Date },
    tx: EntityManager,
  ): Promise<void> {
    await tx.query(assemblePartsSql, [...parametersOf(version), postgresJson(understood), at]);
    const { kbid, rid, letter, id, seqid } = version;
    await replaceStoredFieldEdges([{ kbid, rid, letter, id, seqid, understood }], tx);
    await this.forgetBehind(version, -1, tx);
  }
}

function parametersOf({ kbid, rid, letter, id, seqid }: FieldVersionKey): unknown[] {
  return [kbid, rid, letter, id, seqid];
}
