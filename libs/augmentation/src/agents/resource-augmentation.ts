import { AppError, type IndexFilter, naiveUtc, unrestricted, validate } from '@lectern/contracts/core';
import type { AgentLabel, FieldFindings } from '@lectern/contracts/knowledge-box';
import { AgentParameters, type MemoryOperation } from '@lectern/contracts/understanding';
import type { AgentTaskEntity } from './agent-task.entity';
import { Injectable } from '@nestjs/common';
import { AgentBoxes, type ReadField, type ReadResource } from './agent-boxes';
import { AgentEngine, type ModelsOfBox } from './agent-engine';
import { emptyReport, fieldsReport, reportedWith } from './task-report';
import { loggedLines } from './agent-log';
import { AgentPictures } from './agent-pictures';
import { activeOnes, type AgentTaskWork, type LeasedRun } from './leased-run';
import { AgentTriggers, type FoundInField } from './agent-triggers';
import { versionOf } from './agent-version';
import { boxOfTask, writerOf } from './agent-writer';
import type { RememberedConversation } from './memory-agent';
import { entryOf, factOf } from './memory-facts';
import { type FilteredField, isGenerated, passesFilter } from './field-filter';

/** Fields stored together. */
const FIELDS_PER_PUT = 20;
/** Tasks of one box whose models are queried concurrently. */
const TASKS_AT_ONCE = 4;

/** Properties of a resource's field for filters. */
export function augmentedFilterField({ rid, icon, labels }: ReadResource, field: ReadField): FilteredField {
  const { letter, id, text, metadata } = field;
  return { rid, icon, letter, id, text, labels: [...labels, ...metadata.classifications] };
}

interface FieldVersion {
  readonly resource: ReadResource;
  readonly field: ReadField;
  readonly version: string;
}

/** A task for existing resources repeats failed work; a changed field or task is also processed again. */
function isDone(task: AgentTaskEntity, { resource, field, version }: FieldVersion): boolean {
  const [name, writer] = [`${field.letter}/${field.id}`, writerOf(task)];
  if (resource.done[name]?.[writer] !== version) return false;
  return task.kind === 'config' || !resource.failed[name]?.includes(writer);
}

/** A task working on a resource, and its findings there that are not stored yet. */
interface Search {
  readonly work: AgentTaskWork;
  readonly parameters: AgentParameters;
  /** Shared by the tasks of an account or a NUA client. */
  readonly models: ModelsOfBox;
  found: FieldFindings[];
  /** The same by operations, for triggers. */
  triggering: FoundInField[];
  /** Whether it has finished this resource. */
  isOver: boolean;
}

/** Runs the tasks of a box on one resource: fields are read once, and findings are stored together. */
@Injectable()
export class ResourceAugmentation {
  constructor(
    private readonly boxes: AgentBoxes,
    private readonly engine: AgentEngine,
    private readonly triggers: AgentTriggers,
    private readonly pictures: AgentPictures,
  ) {}

  /**
   * Skips content that a task has already processed. Safe to repeat. A failing task does not delay the others.
   *
   * @throws AppError `not_found` when the resource does not exist
   */
  async augment(works: readonly AgentTaskWork[], rid: string, leased: LeasedRun): Promise<void> {
    const byOwner = new Map<string, ModelsOfBox>();
    const modelsOf = (task: AgentTaskEntity) => {
      const owner = `${task.account}/${task.nuaClient ?? ''}`;
      const models = byOwner.get(owner) ?? this.engine.modelsOf(boxOfTask(task));
      byOwner.set(owner, models);
      return models;
    };
    const searches = works.flatMap((work) => searchOf(work, modelsOf(work.task)));
    const [kbid = ''] = works.map(({ task }) => task.kbid);
    for (const search of searches) await this.admit(search, rid, leased);
    const filters = await this.filtersOf(searches, rid, leased);
    const query = { kbid, rid, visibility: unrestricted, ...(filters && { filters }) };
    for await (const { resource, fields } of this.boxes.fields(query, leased.signal)) {
      for (const field of fields) {
        await this.search(searches, { resource, field }, leased);
        if (searches.some(({ found }) => found.length >= FIELDS_PER_PUT))
          await this.put(searches, { kbid, rid }, leased);
      }
      await this.put(searches, { kbid, rid }, leased);
    }
  }

  /** Removes the results of a task from a resource. @throws AppError `not_found` when the resource does not exist */
  async clear({ kbid, cleanupOf }: AgentTaskEntity, rid: string, signal: AbortSignal): Promise<void> {
    if (cleanupOf !== null) await this.boxes.clear({ kbid, rid, task: cleanupOf }, signal);
  }

  private async admit(search: Search, rid: string, leased: LeasedRun): Promise<void> {
    try {
      await this.triggers.admit(search.work.task, search.parameters);
    } catch (error) {
      leased.signal.throwIfAborted();
      refuse(search, rid, error);
    }
  }

  /** Filter expressions by the ids of their tasks; undefined without any. */
  private async filtersOf(searches: readonly Search[], rid: string, leased: LeasedRun) {
    const filters: Record<string, IndexFilter> = {};
    for (const search of searches) {
      const { filter_expression_json: json } = search.parameters;
      if (!json) continue;
      const { kbid, id } = search.work.task;
      try {
        filters[id] = await this.boxes.compiled(kbid, json, leased.signal);
      } catch (error) {
        leased.signal.throwIfAborted();
        refuse(search, rid, error);
      }
    }
    return Object.keys(filters).length > 0 ? filters : undefined;
  }

  /** Tasks that use labels run last, so that they see labels just found by others. */
  private async search(searches: readonly Search[], target: FieldOfResource, leased: LeasedRun): Promise<void> {
    const { true: last = [], false: first = [] } = Object.groupBy(
      searches,
      ({ parameters }) => `${(parameters.filter?.labels ?? []).length > 0}`,
    );
    for (const round of [first, last]) {
      const { letter, id } = target.field;
      const isHere = (one: FieldFindings) => one.letter === letter && one.id === id;
      const found = searches.flatMap((one) => one.found.filter(isHere)).flatMap((one) => one.classifications);
      for (let from = 0; from < round.length; from += TASKS_AT_ONCE) {
        const some = round.slice(from, from + TASKS_AT_ONCE);
        await Promise.all(some.map((one) => this.searchBy(one, { ...target, found }, leased)));
      }
    }
  }

  private async searchBy(search: Search, { resource, field, found }: SearchedField, leased: LeasedRun): Promise<void> {
    const { work, parameters, models } = search;
    if (search.isOver || !work.isActive) return;
    const version = versionOf(field.version, parameters);
    const filtered = augmentedFilterField(resource, field);
    if (isDone(work.task, { resource, field, version })) return;
    const isWanted = parameters.filter_expression_json
      ? passesExpression(search, field)
      : passesFilter(parameters.filter, { ...filtered, labels: [...filtered.labels, ...found] });
    if (!isWanted) return;
    try {
      const { kbid } = work.task;
      await leased.admit(work.task);
      if (!(await hasModel(search))) return;
      const { letter, id } = field;
      const { signal } = work;
      const { sealed } = work.task;
      const own = this.boxes.ownTexts(kbid, signal);
      const see = this.pictures.reader(signal);
      const circumstances = { box: boxOfTask(work.task), sealed, signal, models, own, see };
      const key = { kbid, rid: resource.rid, fieldId: id };
      const conversation = (memory: MemoryOperation) => this.conversation(key, memory, work.signal);
      const run = await this.engine.run(parameters, field, {
        ...circumstances,
        schemaOf: (schema) => this.boxes.kvSchema(kbid, schema, signal),
        ...(letter === 'c' && { conversation }),
      });
      work.tally({ calls: run.calls, inputTokens: run.inputTokens, outputTokens: run.outputTokens });
      log(
        work,
        run.errors.map((error) => `${resource.rid}/${letter}/${id}: ${error}`),
      );
      const at = naiveUtc(new Date());
      const errors = run.errors.map((text) => ({ text: `${parameters.name}: ${text}`, at }));
      search.found.push({ ...run.found, letter, id, version, errors });
      if (work.task.kind === 'request') {
        const read = { ...run, operations: parameters.operations, given: resource.labels };
        work.note({ report: reportedWith(fieldsReport(work.task.report) ?? emptyReport, read) });
      }
      search.triggering.push({ letter, id, byOperation: run.byOperation });
    } catch (error) {
      leased.signal.throwIfAborted();
      refuse(search, resource.rid, error);
    }
  }

  private async conversation(
    key: { readonly kbid: string; readonly rid: string; readonly fieldId: string },
    { ident }: MemoryOperation,
    signal: AbortSignal,
  ): Promise<RememberedConversation> {
    const factsId = `da-facts-${ident}-c-${key.fieldId}`;
    const messages = await this.boxes.messages(key, signal);
    const facts = await this.boxes.messages({ ...key, fieldId: factsId }, signal);
    return { entries: messages.flatMap((one) => entryOf(one) ?? []), facts: facts.flatMap((one) => factOf(one) ?? []) };
  }

  /** Findings without texts never have to wait, so they are stored immediately, separately from those with texts. */
  private async put(searches: readonly Search[], { kbid, rid }: Target, leased: LeasedRun): Promise<void> {
    const all = searches.filter(({ found }) => found.length > 0);
    if (all.length === 0) return;
    // Nothing may be written after a task was stopped or deleted and its results are being removed.
    await leased.keep(activeOnes(all.map(({ work }) => work)));
    const { true: writing = [], false: others = [] } = Object.groupBy(
      all.filter(({ work }) => work.isActive),
      ({ found }) => `${found.some(makesFields)}`,
    );
    for (const group of [others, writing]) await this.store(group, { kbid, rid }, leased);
    for (const one of all) {
      const fields = one.found.length > 0 ? one.triggering : [];
      if (!one.isOver) log(one.work, await this.triggers.send(one.work.task, one.parameters, { rid, fields }));
      [one.found, one.triggering] = [[], []];
    }
  }

  /** Stores findings individually if they are too large together. */
  private async store(group: readonly Search[], { kbid, rid }: Target, leased: LeasedRun): Promise<void> {
    if (group.length === 0) return;
    const findings = group.map(({ work, found }) => ({ task: writerOf(work.task), fields: found }));
    try {
      await this.boxes.put({ kbid, rid, findings }, leased.signal);
    } catch (error) {
      leased.signal.throwIfAborted();
      if (error instanceof AppError && error.code === 'not_found') throw error;
      const isTooMuch = error instanceof AppError && error.code === 'invalid_request';
      if (isTooMuch && group.length > 1) {
        for (const one of group) await this.store([one], { kbid, rid }, leased);
        return;
      }
      for (const one of group) refuse(one, rid, error);
    }
  }
}

function makesFields({ texts, conversations = [], keyValues = [] }: FieldFindings): boolean {
  return [texts, conversations, keyValues].some((made) => made.length > 0);
}

type Target = Pick<AgentTaskEntity, 'kbid'> & { readonly rid: string };
type FieldOfResource = Pick<FieldVersion, 'resource' | 'field'>;
/** Includes labels that tasks have just found there. */
type SearchedField = FieldOfResource & { readonly found: readonly AgentLabel[] };

/** Empty, and the task fails, if this version does not support its parameters. */
function searchOf(work: AgentTaskWork, models: ModelsOfBox): Search[] {
  try {
    const parameters = validate(AgentParameters, work.task.parameters);
    return [{ work, parameters, models, found: [], triggering: [], isOver: false }];
  } catch (error) {
    work.failure = { error };
    return [];
  }
}

/** Generated fields are left out here, too, unless the filter says otherwise. */
function passesExpression({ work, parameters }: Search, field: ReadField): boolean {
  const isLeftOut = isGenerated(field) && !parameters.filter?.apply_to_agent_generated_fields;
  return !isLeftOut && (field.passed?.includes(work.task.id) ?? false);
}

/** A final error would recur on retry; any other error only fails the task for now. */
function refuse(search: Search, rid: string, error: unknown): void {
  const { work } = search;
  search.isOver = true;
  [search.found, search.triggering] = [[], []];
  if (!(error instanceof AppError) || error.code !== 'invalid_request') work.failure ??= { error };
  else log(work, [`${rid}: ${error.message}`]);
}

/** A model that is gone may come back: the task is tried again later, and fails in the end. */
async function hasModel(search: Search): Promise<boolean> {
  const { work, parameters, models } = search;
  try {
    await models.generator(parameters.llm, work.task.sealed);
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error;
    search.isOver = true;
    [search.found, search.triggering] = [[], []];
    work.failure ??= { error };
    return false;
  }
}

function log(work: AgentTaskWork, lines: readonly string[]): void {
  if (lines.length > 0) work.note({ log: loggedLines(work.task.log, lines) });
}
