import { isDeepStrictEqual } from 'node:util';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import {
  type AgentModule,
  type AnyDriver,
  DEFAULT_WORKFLOW,
  DriverBody,
  type ModuleKind,
  NewPrompt,
  NewWorkflow,
  operationsOfEveryKind,
  WORKFLOW_ID,
  WorkflowRules,
} from '@lectern/contracts/agents';
import {
  AppError,
  type Constructor,
  invalidRequest,
  isObject,
  validate,
  type Violation,
} from '@lectern/contracts/core';
import { DRIVERS_MAX, WORKFLOWS_MAX } from '../agent/agent-limits';
import { type IdentifiedModule, identified } from '../module/identified-module';
import type { ConfigurationParts, DocumentPart, DocumentParts } from './file-pieces';
import { refusedAt } from './imported-file';
import { withNewIds } from './new-ids';

/** Characters that are checked between two turns of the event loop. */
const TURN_CHARS = 20_000;

/** A workflow to be added, with its modules in the order in which they run. */
export interface ImportedWorkflow {
  readonly id: string;
  readonly workflow: Omit<NewWorkflow, 'id'>;
  readonly modules: readonly { readonly kind: ModuleKind; readonly config: IdentifiedModule }[];
}

/** What a file adds to an agent, checked. Modules have new ids. */
export interface ImportedAgent {
  readonly drivers: readonly AnyDriver[];
  /** `default` among them where the file has it. */
  readonly workflows: readonly ImportedWorkflow[];
  readonly prompts: readonly NewPrompt[];
}

/**
 * Checks the parts of a document as the operations check them that add drivers, workflows, modules and prompts.
 *
 * @throws AppError `invalid_request` with the places of what is wrong, without the values, which may be secrets
 */
export async function importedAgent({ configurations, prompts }: DocumentParts): Promise<ImportedAgent> {
  const checking = new Checking();
  const workflows: ImportedWorkflow[] = [];
  for (const one of configurations) {
    const read = await workflowOfParts(one, checking);
    const same = workflows.find(({ id }) => id === read.id);
    // Some files have `default` in both places.
    if (!same) workflows.push(read);
    else if (!isSameWorkflow(same, read))
      throw refusedAt({ loc: one.workflow.loc, problem: `${read.id} is there twice` });
  }
  if (workflows.length > WORKFLOWS_MAX + 1)
    throw refusedAt({ loc: ['agent_config_workflows'], problem: `at most ${WORKFLOWS_MAX} workflows` });
  const drivers = await driversOf(configurations, checking);
  const checked: NewPrompt[] = [];
  for (const part of prompts) checked.push(await checking.of(NewPrompt, part));
  return { drivers, workflows, prompts: checked };
}

async function workflowOfParts(
  { id = DEFAULT_WORKFLOW, workflow: head, rules, modules }: ConfigurationParts,
  checking: Checking,
): Promise<ImportedWorkflow> {
  if (!WORKFLOW_ID.test(id)) throw refusedAt({ loc: head.loc, problem: `${id.slice(0, 100)} cannot be an id` });
  const { id: written, ...workflow } = await checking.of(NewWorkflow, head);
  if (written && written !== id) throw refusedAt({ loc: [...head.loc, 'id'], problem: `it must be ${id}` });
  const given = rules && (await checking.of(WorkflowRules, rules));
  const read: { kind: ModuleKind; config: IdentifiedModule }[] = [];
  for (const part of modules) {
    const config = await checking.of(moduleClassOf(part.kind), part);
    read.push({ kind: part.kind, config: checking.at(part, () => withNewIds(identified(config))) });
  }
  return { id, workflow: { ...workflow, ...(given && { rules: given.rules }) }, modules: read };
}

/** Those of all configurations; some files have a driver in several. */
async function driversOf(
  configurations: readonly ConfigurationParts[],
  checking: Checking,
): Promise<readonly AnyDriver[]> {
  const drivers = new Map<string, AnyDriver>();
  for (const part of configurations.flatMap((one) => one.drivers)) {
    // Checked against the class of its provider.
    const { id: _, ...driver } = (await checking.of(DriverBody, part)) as AnyDriver;
    const same = drivers.get(driver.identifier);
    if (same && !isDeepStrictEqual(same, driver))
      throw refusedAt({ loc: part.loc, problem: 'another driver has this identifier' });
    drivers.set(driver.identifier, driver);
  }
  if (drivers.size > DRIVERS_MAX) throw refusedAt({ loc: ['drivers'], problem: `at most ${DRIVERS_MAX} drivers` });
  return [...drivers.values()];
}

/** Checks foreign values one after the other; others get their turns in between. */
class Checking {
  private chars = 0;

  /** @throws AppError `invalid_request` */
  async of<T>(type: Constructor<T>, part: DocumentPart): Promise<T> {
    this.chars += part.json.length;
    if (this.chars >= TURN_CHARS) {
      this.chars = 0;
      await yieldToOthers();
    }
    return this.at(part, () => validate(type, JSON.parse(part.json), ['body', 'file', ...part.loc]));
  }

  /** What a check says, with its place and without the value. */
  at<T>({ loc }: DocumentPart, check: () => T): T {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error;
      const { detail } = error.details;
      if (!Array.isArray(detail)) throw refusedAt({ loc, problem: error.message });
      throw invalidRequest(detail.map(withoutValue));
    }
  }
}

function withoutValue({ type, loc, msg }: Violation): Violation {
  return { type, loc, msg };
}

function moduleClassOf(kind: ModuleKind): Constructor<AgentModule> {
  const type = operationsOfEveryKind.find((one) => one.kind === kind)?.add.body;
  if (!type) throw new Error(`There are no modules of the kind ${kind}`);
  return type;
}

function isSameWorkflow(one: ImportedWorkflow, other: ImportedWorkflow): boolean {
  const plain = ({ workflow, modules }: ImportedWorkflow) => [workflow, modules.map(withoutIds)];
  return isDeepStrictEqual(plain(one), plain(other));
}

function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (name === 'id' ? [] : [[name, withoutIds(inner)]])),
  );
}
