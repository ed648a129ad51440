import { AppError, naiveUtc, unrestricted, validate } from '@lectern/contracts/core';
import type { AgentLabel, FieldFindings } from '@lectern/contracts/knowledge-box';
import { AgentParameters } from '@lectern/contracts/understanding';
import type { AgentTaskEntity } from '@lectern/understanding-rows';
import { Injectable } from '@nestjs/common';
import { AgentBoxes, type ReadField, type ReadResource } from './agent-boxes';
import { AgentEngine, type ModelsOfBox } from './agent-engine';
import { loggedLines } from './agent-log';
import { activeOnes, type AgentTaskWork, type Turn } from './agent-turn';
import { versionOf } from './agent-version';
import { type FilteredField, passesFilter } from './field-filter';

/** Fields that are stored together. */
const FIELDS_PER_PUT = 20;
/** Tasks of one box whose models are asked at the same time. */
const TASKS_AT_ONCE = 4;

/** Under which id a task stores what it finds: parts of one task for old and new resources share it. */
export function writerOf({ id, configId }: Pick<AgentTaskEntity, 'id' | 'configId'>): string {
  return configId ?? id;
}

/** Properties of a field of a resource that filters use. */
export function filteredField({ rid, icon, labels }: ReadResource, field: ReadField): FilteredField {
  const { letter, id, text, metadata } = field;
  return { rid, icon, letter, id, text, labels: [...labels, ...metadata.classifications] };
}

interface FieldVersion {
  readonly resource: ReadResource;
  readonly field: ReadField;
  readonly version: string;
}

/** A task for existing resources repeats failed work, and so does a change of the field or the task. */
function isDone(task: AgentTaskEntity, { resource, field, version }: FieldVersion): boolean {
  const [name, writer] = [`${field.letter}/${field.id}`, writerOf(task)];
  if (resource.done[name]?.[writer] !== version) return false;
  return task.kind === 'config' || !resource.failed[name]?.includes(writer);
}

/** A task that works on a resource, and what it found there that is not stored yet. */
interface Search {
  readonly work: AgentTaskWork;
  readonly parameters: AgentParameters;
  /** Shared by the tasks of an account. */
  readonly models: ModelsOfBox;
  found: FieldFindings[];
  /** Whether it has nothing more to do with this resource. */
  isOver: boolean;
}

/** Has tasks of a box do their work on one resource: fields are read once, and findings are stored together. */
@Injectable()
export class ResourceAugmentation {
  constructor(
    private readonly boxes: AgentBoxes,
    private readonly engine: AgentEngine,
  ) {}

  /**
   * Leaves out what a task did to the same content before. Safe to repeat. A task that fails holds up no other one.
   *
   * @throws AppError `not_found` when the resource is gone
   */
  async augment(works: readonly AgentTaskWork[], rid: string, turn: Turn): Promise<void> {
    const byAccount = new Map<string, ModelsOfBox>();
    const modelsOf = ({ kbid, account }: AgentTaskEntity) => {
      const models = byAccount.get(account) ?? this.engine.modelsOf({ kbid, account });
      byAccount.set(account, models);
      return models;
    };
    const searches = works.flatMap((work) => searchOf(work, modelsOf(work.task)));
    const [kbid = ''] = works.map(({ task }) => task.kbid);
    for await (const { resource, fields } of this.boxes.fields({ kbid, rid, visibility: unrestricted }, turn.signal)) {
      for (const field of fields) {
        await this.search(searches, { resource, field }, turn);
        if (searches.some(({ found }) => found.length >= FIELDS_PER_PUT)) await this.put(searches, { kbid, rid }, turn);
      }
      await this.put(searches, { kbid, rid }, turn);
    }
  }

  /** Removes what a task wrote into a resource. @throws AppError `not_found` when the resource is gone */
  async clear({ kbid, cleanupOf }: AgentTaskEntity, rid: string, signal: AbortSignal): Promise<void> {
    if (cleanupOf !== null) await this.boxes.clear({ kbid, rid, task: cleanupOf }, signal);
  }

  /** Those that ask for labels come last, so that they see what others have just found. */
  private async search(searches: readonly Search[], place: Place, turn: Turn): Promise<void> {
    const { true: last = [], false: first = [] } = Object.groupBy(
      searches,
      ({ parameters }) => `${(parameters.filter?.labels ?? []).length > 0}`,
    );
    for (const round of [first, last]) {
      const { letter, id } = place.field;
      const isHere = (one: FieldFindings) => one.letter === letter && one.id === id;
      const found = searches.flatMap((one) => one.found.filter(isHere)).flatMap((one) => one.classifications);
      for (let from = 0; from < round.length; from += TASKS_AT_ONCE) {
        const some = round.slice(from, from + TASKS_AT_ONCE);
        await Promise.all(some.map((one) => this.searchBy(one, { ...place, found }, turn)));
      }
    }
  }

  private async searchBy(search: Search, { resource, field, found }: SearchedPlace, turn: Turn): Promise<void> {
    const { work, parameters, models } = search;
    if (search.isOver || !work.isActive) return;
    const version = versionOf(field.version, parameters);
    const filtered = filteredField(resource, field);
    if (isDone(work.task, { resource, field, version })) return;
    if (!passesFilter(parameters.filter, { ...filtered, labels: [...filtered.labels, ...found] })) return;
    try {
      const { kbid, account } = work.task;
      await turn.admit(account);
      const run = await this.engine.run(parameters, field, { box: { kbid, account }, signal: work.signal, models });
      const { letter, id } = field;
      log(
        work,
        run.errors.map((error) => `${resource.rid}/${letter}/${id}: ${error}`),
      );
      const at = naiveUtc(new Date());
      const errors = run.errors.map((text) => ({ text: `${parameters.name}: ${text}`, at }));
      search.found.push({ ...run.found, letter, id, version, errors });
    } catch (error) {
      turn.signal.throwIfAborted();
      refuse(search, resource.rid, error);
    }
  }

  /** Findings without texts are stored at once, since they never have to wait; neither kind waits for the other. */
  private async put(searches: readonly Search[], { kbid, rid }: Target, turn: Turn): Promise<void> {
    const all = searches.filter(({ found }) => found.length > 0);
    if (all.length === 0) return;
    // Nothing may be written after somebody stopped or deleted a task and removes its results.
    await turn.keep(activeOnes(all.map(({ work }) => work)));
    const { true: writing = [], false: others = [] } = Object.groupBy(
      all.filter(({ work }) => work.isActive),
      ({ found }) => `${found.some(({ texts }) => texts.length > 0)}`,
    );
    for (const group of [others, writing]) await this.store(group, { kbid, rid }, turn);
    for (const one of all) one.found = [];
  }

  /** Each alone when it is too much together. */
  private async store(group: readonly Search[], { kbid, rid }: Target, turn: Turn): Promise<void> {
    if (group.length === 0) return;
    const findings = group.map(({ work, found }) => ({ task: writerOf(work.task), fields: found }));
    try {
      await this.boxes.put({ kbid, rid, findings }, turn.signal);
    } catch (error) {
      turn.signal.throwIfAborted();
      if (error instanceof AppError && error.code === 'not_found') throw error;
      const isTooMuch = error instanceof AppError && error.code === 'invalid_request';
      if (isTooMuch && group.length > 1) {
        for (const one of group) await this.store([one], { kbid, rid }, turn);
        return;
      }
      for (const one of group) refuse(one, rid, error);
    }
  }
}

type Target = Pick<AgentTaskEntity, 'kbid'> & { readonly rid: string };
type Place = Pick<FieldVersion, 'resource' | 'field'>;
/** With labels that tasks have just found there. */
type SearchedPlace = Place & { readonly found: readonly AgentLabel[] };

/** None, and the task fails, when this version does not know its parameters. */
function searchOf(work: AgentTaskWork, models: ModelsOfBox): Search[] {
  try {
    const parameters = validate(AgentParameters, work.task.parameters);
    return [{ work, parameters, models, found: [], isOver: false }];
  } catch (error) {
    work.failure = { error };
    return [];
  }
}

/** A final refusal stays one when it is tried again; everything else fails the task, for now. */
function refuse(search: Search, rid: string, error: unknown): void {
  const { work } = search;
  search.isOver = true;
  search.found = [];
  if (!(error instanceof AppError) || error.code !== 'invalid_request') work.failure ??= { error };
  else log(work, [`${rid}: ${error.message}`]);
}

function log(work: AgentTaskWork, lines: readonly string[]): void {
  if (lines.length > 0) work.note({ log: loggedLines(work.task.log, lines) });
}
