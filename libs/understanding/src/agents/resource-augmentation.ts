import type { FieldFindings } from '@lectern/contracts/knowledge-box';
import { AgentParameters } from '@lectern/contracts/understanding';
import { naiveUtc, unrestricted, validate } from '@lectern/contracts/core';
import type { AgentTaskEntity } from '@lectern/understanding-rows';
import { Injectable } from '@nestjs/common';
import { AgentBoxes, type ReadField, type ReadResource } from './agent-boxes';
import { AgentEngine } from './agent-engine';
import type { Turn } from './agent-turn';
import { versionOf } from './agent-version';
import { type FilteredField, passesFilter } from './field-filter';

/** Fields that are stored together. */
const FIELDS_PER_PUT = 20;

/** Under which id a task stores what it finds: parts of one task for old and new resources share it. */
export function writerOf({ id, configId }: Pick<AgentTaskEntity, 'id' | 'configId'>): string {
  return configId ?? id;
}

/** What filters look at of a field of a resource. */
export function filteredField({ rid, icon, labels }: ReadResource, field: ReadField): FilteredField {
  const { letter, id, text, metadata } = field;
  return { ...{ rid, icon, letter, id, text }, labels: [...labels, ...metadata.classifications] };
}

interface FieldVersion {
  readonly resource: ReadResource;
  readonly field: ReadField;
  readonly version: string;
}

/** What failed is done again by a task for existing resources, and when the field or the task changes. */
function isDone(task: AgentTaskEntity, { resource, field, version }: FieldVersion): boolean {
  const [name, writer] = [`${field.letter}/${field.id}`, writerOf(task)];
  if (resource.done[name]?.[writer] !== version) return false;
  return task.kind === 'config' || !resource.failed[name]?.includes(writer);
}

/** Has a task do its work on one resource. */
@Injectable()
export class ResourceAugmentation {
  constructor(
    private readonly boxes: AgentBoxes,
    private readonly engine: AgentEngine,
  ) {}

  /**
   * Leaves out what the task did to the same content before. Safe to repeat.
   *
   * @returns what went wrong in single fields @throws AppError `not_found` when the resource is gone, `blocked`
   */
  async augment(task: AgentTaskEntity, rid: string, { signal, keep, admit }: Turn): Promise<readonly string[]> {
    const parameters = validate(AgentParameters, task.parameters);
    const { kbid, account } = task;
    const errors: string[] = [];
    let found: FieldFindings[] = [];
    const put = async () => {
      if (found.length === 0) return;
      // So that nothing is written behind somebody who stopped or deleted the task and removes what it wrote.
      await keep({});
      await this.boxes.put({ kbid, rid, task: writerOf(task), fields: found }, signal);
      found = [];
    };
    for await (const { resource, fields } of this.boxes.fields({ kbid, rid, visibility: unrestricted }, signal)) {
      for (const field of fields) {
        const version = versionOf(field.version, parameters);
        if (isDone(task, { resource, field, version })) continue;
        if (!passesFilter(parameters.filter, filteredField(resource, field))) continue;
        await admit();
        const run = await this.engine.run(parameters, field, { box: { kbid, account }, signal });
        const { letter, id } = field;
        errors.push(...run.errors.map((error) => `${rid}/${letter}/${id}: ${error}`));
        const at = naiveUtc(new Date());
        const failed = run.errors.map((text) => ({ text: `${parameters.name}: ${text}`, at }));
        found.push({ ...run.found, letter, id, version, errors: failed });
        if (found.length >= FIELDS_PER_PUT) await put();
      }
      await put();
    }
    return errors;
  }

  /** Removes what a task wrote into a resource. @throws AppError `not_found` when the resource is gone */
  async clear({ kbid, cleanupOf }: AgentTaskEntity, rid: string, signal: AbortSignal): Promise<void> {
    if (cleanupOf !== null) await this.boxes.clear({ kbid, rid, task: cleanupOf }, signal);
  }
}
