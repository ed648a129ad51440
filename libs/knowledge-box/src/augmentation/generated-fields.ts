import { AppError, naiveUtc } from '@lectern/contracts/core';
import type { FieldAugmentation } from '@lectern/contracts/knowledge-box';
import { type ConversationKey, ConversationRepository, FieldRepository, type NewField } from '@lectern/resource-store';
import { isProcessed, type ResourceEntity } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from 'typeorm';
import { KeyValueCheck } from '../kv-schema/key-value-check';

/** Key-value fields that can be stored, and what tasks found, with the reasons why others cannot. */
export interface AdmittedKeyValues {
  readonly found: readonly FieldAugmentation[];
  readonly fields: readonly NewField[];
}

/** Fields of a resource that tasks make. */
@Injectable()
export class GeneratedFields {
  constructor(
    private readonly fields: FieldRepository,
    private readonly conversations: ConversationRepository,
    private readonly keyValues: KeyValueCheck,
  ) {}

  /** Those that differ from the stored ones. */
  async changed(
    { kbid, id: rid }: Pick<ResourceEntity, 'kbid' | 'id'>,
    fields: readonly NewField[],
    tx: EntityManager,
  ): Promise<readonly NewField[]> {
    const changed: NewField[] = [];
    for (const field of fields) {
      const stored = await this.fields.find({ kbid, rid, letter: field.letter, id: field.id }, tx);
      // Of a conversation, the row only has the number of its messages.
      if (field.messages || !isDeepStrictEqual(stored?.value, storedJson(field.value))) changed.push(field);
    }
    return changed;
  }

  /**
   * Leaves out values that break their schema, and those for a field that a user filled. Of several for one field the
   * last one counts.
   */
  async admitted(
    resource: Pick<ResourceEntity, 'kbid' | 'id' | 'augmentations'>,
    found: readonly FieldAugmentation[],
    { fields, tx }: { readonly fields: readonly NewField[]; readonly tx: EntityManager },
  ): Promise<AdmittedKeyValues> {
    const values = new Map(fields.filter((field) => !isProcessed(field)).map((field) => [field.id, field]));
    const problems = new Map<string, string>();
    for (const field of values.values()) {
      const problem = await this.problemWith(resource, field, tx);
      if (problem === undefined) continue;
      problems.set(field.id, problem);
      values.delete(field.id);
    }
    return {
      fields: [...fields.filter(isProcessed), ...values.values()],
      found: problems.size === 0 ? found : found.map((one) => withProblems(one, problems)),
    };
  }

  /** Ids say of what a field was made, but not whether it is a text or a conversation. */
  async remove(key: ConversationKey, tx: EntityManager): Promise<void> {
    for (const letter of ['t', 'c'] as const) await this.fields.delete({ ...key, letter }, tx);
    await this.conversations.removeSplits(key, tx);
    await this.conversations.removeAll(key, tx); // without files
  }

  async removeKeyValues(key: ConversationKey, tx: EntityManager): Promise<void> {
    await this.fields.delete({ ...key, letter: 'k' }, tx);
  }

  private async problemWith(
    { kbid, id: rid, augmentations }: Pick<ResourceEntity, 'kbid' | 'id' | 'augmentations'>,
    field: NewField,
    tx: EntityManager,
  ): Promise<string | undefined> {
    const isOfTasks = augmentations.some(({ key_values: ids = [] }) => ids.includes(field.id));
    if (!isOfTasks && (await this.fields.find({ kbid, rid, letter: 'k', id: field.id }, tx)))
      return `The key-value field ${field.id} was filled by a user, and stays as it is`;
    try {
      await this.keyValues.check(kbid, [field], tx);
      return undefined;
    } catch (error) {
      if (error instanceof AppError && error.code === 'invalid_request') return error.message;
      throw error;
    }
  }
}

function withProblems(found: FieldAugmentation, problems: ReadonlyMap<string, string>): FieldAugmentation {
  const { key_values: ids = [], errors = [], ...rest } = found;
  const own = ids.filter((id) => !problems.has(id));
  const at = naiveUtc(new Date());
  const all = [...errors, ...ids.flatMap((id) => problems.get(id) ?? []).map((text) => ({ text, at }))];
  return { ...rest, ...(own.length > 0 && { key_values: own }), ...(all.length > 0 && { errors: all }) };
}

/** Normalises to the form that the database returns: without undefined members. */
export function storedJson<T extends FieldAugmentation | NewField['value']>(value: T): unknown {
  return JSON.parse(JSON.stringify(value));
}
