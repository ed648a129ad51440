import { AppError, validate } from '@lectern/contracts/core';
import type { AlignmentPayload, EntityRename, LabelMerge } from '@lectern/contracts/knowledge-box';
import { AgentParameters, type EntityRenaming, MERGES_MAX } from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import type { NamedGenerator } from '@lectern/understanding';
import { AgentBoxes } from './agent-boxes';
import { AgentEngine } from './agent-engine';
import { AgentModel, UnusableAnswer } from './agent-model';
import type { AgentTaskEntity } from './agent-task.entity';
import { AgentTaskRows } from './agent-task-rows';
import { boxOfTask } from './agent-writer';
import { begunTally } from './agent-tally';
import { listIn, objectSchema } from './answer-parts';
import type { AgentTaskWork, LeasedRun } from './leased-run';
import { ownSettings } from './own-model';
import { type AlikeName, type CountedName, type Judge, nameMerges } from './name-merges';
import type { SpecialTask } from './special-task';

const RESOURCES_PER_PAGE = 50;
const TURN_MS = 60_000;

/** A merge that is proposed. */
export interface ProposedMerge {
  readonly kind: 'label' | 'entity';
  /** Labelset, or type of the entity. */
  readonly group: string;
  readonly keep: CountedName;
  readonly merge: readonly AlikeName[];
}

/** Labels and names of entities to replace. */
type Replacements = Pick<AlignmentPayload, 'labels' | 'entities'>;

/** What a task of this kind reports. */
export interface AlignmentReport {
  /** How names were compared. */
  readonly how: string;
  readonly labels: number;
  readonly entities: number;
  /** Whether all names of the box were compared. */
  readonly is_complete: boolean;
  readonly merges: readonly ProposedMerge[];
}

/** Proposes which labels and names of entities to merge, merges them, and renames entities. */
@Injectable()
export class AlignTask implements SpecialTask {
  constructor(
    private readonly boxes: AgentBoxes,
    private readonly engine: AgentEngine,
    private readonly rows: AgentTaskRows,
  ) {}

  async run(work: AgentTaskWork, leased: LeasedRun): Promise<void> {
    const { operations } = validate(AgentParameters, work.task.parameters);
    const align = operations.find((one) => one.align)?.align;
    if (align?.renames) return this.apply(work, { labels: [], entities: align.renames.map(renameOf) }, leased);
    if (!align?.apply) return this.propose(work, leased);
    const merges = chosenMerges(proposalOf(await this.rows.find(work.task.kbid, align.apply)), align.merges);
    await this.apply(work, { labels: labelMerges(merges), entities: entityRenames(merges) }, leased);
  }

  private async propose(work: AgentTaskWork, leased: LeasedRun): Promise<void> {
    const { kbid } = work.task;
    await leased.admit(work.task);
    const { labels, entities, isComplete } = await this.boxes.names(kbid, leased.signal);
    const { llm } = validate(AgentParameters, work.task.parameters);
    const named = await this.engine.modelsOf(boxOfTask(work.task)).generator(llm, work.task.sealed);
    const { followsPrompts } = named.generator.description;
    const model = followsPrompts ? new AgentModel(named, work.signal, ownSettings(llm, named)) : undefined;
    const judge = model && judgeOf(model);
    const options = { signal: work.signal, ...(judge && { judge }) };
    const merges: ProposedMerge[] = [];
    const groups = [...Map.groupBy(labels, (one) => one.labelset).entries()].map(([group, own]) => ({
      kind: 'label' as const,
      group,
      own: own.map(({ label, resources }) => ({ name: label, resources })),
    }));
    const types = [...Map.groupBy(entities, (one) => one.group).entries()].map(([group, own]) => {
      return { kind: 'entity' as const, group, own };
    });
    for (const { kind, group, own } of [...groups, ...types]) {
      const counted = own.map(({ name, resources }) => ({ name, resources }));
      const found = await nameMerges(counted, options);
      merges.push(...found.map((one): ProposedMerge => ({ kind, group, ...one })));
      if (model) work.tally({ calls: 0 });
      if (merges.length >= MERGES_MAX) break;
    }
    if (model) work.tally({ calls: model.calls, inputTokens: model.inputTokens, outputTokens: model.outputTokens });
    const report: AlignmentReport = {
      how: howOf(named, model !== undefined),
      labels: labels.length,
      entities: entities.length,
      is_complete: isComplete && merges.length < MERGES_MAX,
      merges: merges.slice(0, MERGES_MAX),
    };
    work.end = { dueAt: null, completedAt: new Date(), report };
  }

  private async apply(work: AgentTaskWork, { labels, entities }: Replacements, leased: LeasedRun): Promise<void> {
    const { kbid } = work.task;
    const replaced = entities.filter(({ to }) => to !== null);
    // Any resource may have a label.
    const walked = { kbid, ...(labels.length === 0 && { names: replaced }) };
    const endMs = performance.now() + TURN_MS;
    if (work.task.cursor === '') {
      // What is found from now on has the names before the rest is renamed, so that nothing is missed.
      if (entities.length > 0) await this.boxes.align({ kbid, labels: [], entities }, leased.signal);
      work.note({
        progress: begunTally(work.task.progress, await this.boxes.count(walked, leased.signal)),
        report: { changed: 0 },
      });
    }
    for (;;) {
      const query = { ...walked, after: work.task.cursor, limit: RESOURCES_PER_PAGE };
      const rids = await this.boxes.resources(query, leased.signal);
      for (const rid of rids) {
        const isChanged = await this.boxes.align({ kbid, rid, labels, entities: replaced }, leased.signal);
        const changed = changedSoFar(work.task) + Number(isChanged);
        work.tally({ resources: 1 });
        work.note({ cursor: rid, retries: 0, report: { changed, merges: labels.length + entities.length } });
        await leased.keep([work]);
        if (!work.isActive) return;
        if (performance.now() > endMs) return void (work.end = { dueAt: new Date() });
      }
      if (rids.length === RESOURCES_PER_PAGE) continue;
      await this.boxes.align({ kbid, labels, entities: [] }, leased.signal);
      return void (work.end = { dueAt: null, completedAt: new Date() });
    }
  }
}

/** The report of a task that has proposed merges. @throws AppError `invalid_request` for any other task */
export function proposalOf(task: AgentTaskEntity | undefined): AlignmentReport {
  const report = task?.name === 'llm-align' && task.completedAt !== null ? task.report : null;
  // Written above.
  if (report && 'merges' in report && Array.isArray(report.merges)) return report as AlignmentReport;
  throw new AppError('invalid_request', 'There is no completed task with this id that has proposed merges');
}

/** @throws AppError `invalid_request` for a merge that was not proposed */
export function chosenMerges(
  { merges }: AlignmentReport,
  numbers: readonly number[] | null | undefined,
): readonly ProposedMerge[] {
  if (!numbers) return merges;
  return [...new Set(numbers)].map((number) => {
    const merge = merges[number];
    if (!merge) throw new AppError('invalid_request', `There is no merge with the number ${number}`);
    return merge;
  });
}

function howOf({ id }: NamedGenerator, isJudged: boolean): string {
  return isJudged
    ? `by spelling, and by the model ${id} for names that are spelled alike`
    : 'by spelling alone: the model of the knowledge box follows no prompts';
}

function judgeOf(model: AgentModel): Judge {
  const schema = objectSchema('same', { same: { type: 'array', items: { type: 'integer' } } });
  return async (pairs) => {
    const list = pairs.map(([one, other], number) => `${number}: ${JSON.stringify([one, other])}`).join('\n');
    const prompt =
      'Each line has a number and two names. Which pairs name exactly the same thing, so that one name can replace the ' +
      `other everywhere? Reply with their numbers.\n\n<text>\n${list}\n</text>`;
    try {
      const same = new Set(await model.object(prompt, schema, (answer) => listIn(answer, 'same', pairs.length)));
      return pairs.map((_, number) => same.has(number));
    } catch (error) {
      if (!(error instanceof UnusableAnswer)) throw error;
      return pairs.map(() => false);
    }
  };
}

function labelMerges(merges: readonly ProposedMerge[]): readonly LabelMerge[] {
  return merges.flatMap(({ kind, group, keep, merge }) =>
    kind === 'label' ? merge.map(({ name }) => ({ labelset: group, from: name, to: keep.name })) : [],
  );
}

function entityRenames(merges: readonly ProposedMerge[]): readonly EntityRename[] {
  return merges.flatMap(({ kind, group, keep, merge }) =>
    kind === 'entity' ? merge.map(({ name }) => ({ group, from: name, to: keep.name })) : [],
  );
}

function renameOf({ group, from, to = null }: EntityRenaming): EntityRename {
  return { group, from, to };
}

function changedSoFar({ report }: AgentTaskEntity): number {
  const changed: unknown = report && 'changed' in report ? report.changed : 0;
  return typeof changed === 'number' ? changed : 0;
}
