import { type ModuleKind, moduleKinds, MODULES_MAX } from '@lectern/contracts/agents';
import { isObject } from '@lectern/contracts/core';
import { DRIVERS_MAX, PROMPTS_MAX, WORKFLOWS_MAX } from '../agent/agent-limits';
import { DOCUMENT_VERSION } from './agent-document';

/** Characters of one driver, module, prompt or head of a workflow, as JSON. */
const PIECE_CHARS_MAX = 1_000_000;

/** A value of a document that is checked for itself. */
export interface DocumentPart {
  /** Its place, such as `agent_config.drivers.0`. */
  readonly loc: readonly string[];
  /** JSON. */
  readonly json: string;
}

/** A configuration in parts. */
export interface ConfigurationParts {
  /** The name of its member; undefined for `agent_config`. */
  readonly id: string | undefined;
  readonly drivers: readonly DocumentPart[];
  /** An object. */
  readonly workflow: DocumentPart;
  /** Undefined where the file has none apart from those of the workflow. */
  readonly rules: DocumentPart | undefined;
  readonly modules: readonly (DocumentPart & { readonly kind: ModuleKind })[];
}

/** A document in parts of bounded size. */
export interface DocumentParts {
  readonly configurations: readonly ConfigurationParts[];
  readonly prompts: readonly DocumentPart[];
}

/** What is wrong with a document. */
export interface DocumentProblem {
  readonly loc: readonly string[];
  readonly problem: string;
}

class MalformedDocument extends Error {
  constructor(readonly at: DocumentProblem) {
    super(at.problem);
  }
}

/** The parts of a document, which may be foreign, or why it has none. */
export function documentParts(document: unknown): DocumentParts | DocumentProblem {
  try {
    return read(document);
  } catch (error) {
    if (error instanceof MalformedDocument) return error.at;
    throw error;
  }
}

function read(document: unknown): DocumentParts {
  const { version, agent_config: main, agent_config_workflows: others, prompts } = objectAt([], document);
  if (version !== DOCUMENT_VERSION) malformed(['version'], `the version must be "${DOCUMENT_VERSION}"`);
  const named = Object.entries(objectAt(['agent_config_workflows'], others ?? {}));
  if (named.length > WORKFLOWS_MAX + 1) malformed(['agent_config_workflows'], `at most ${WORKFLOWS_MAX} workflows`);
  return {
    configurations: [
      ...(isNothing(main) ? [] : [configurationOf(undefined, ['agent_config'], main)]),
      ...named.map(([id, one]) => configurationOf(id, ['agent_config_workflows', id], one)),
    ],
    prompts: listOf(['prompts'], prompts, PROMPTS_MAX),
  };
}

function configurationOf(id: string | undefined, at: readonly string[], given: unknown): ConfigurationParts {
  const { drivers, rules, workflow, ...rest } = objectAt(at, given);
  const modules = moduleKinds.flatMap((kind) =>
    listOf([...at, kind], rest[kind], MODULES_MAX).map((part) => ({ ...part, kind })),
  );
  if (modules.length > MODULES_MAX) malformed(at, `at most ${MODULES_MAX} modules`);
  const head = [...at, 'workflow'];
  return {
    id,
    drivers: listOf([...at, 'drivers'], drivers, DRIVERS_MAX),
    workflow: partOf(head, objectAt(head, workflow)),
    rules: isNothing(rules) ? undefined : partOf([...at, 'rules'], rules),
    modules,
  };
}

function listOf(at: readonly string[], given: unknown, max: number): readonly DocumentPart[] {
  if (isNothing(given)) return [];
  if (!Array.isArray(given)) return malformed(at, 'it must be a list');
  if (given.length > max) malformed(at, `at most ${max} items`);
  return given.map((item: unknown, place) => partOf([...at, String(place)], item));
}

function partOf(loc: readonly string[], value: unknown): DocumentPart {
  const json = JSON.stringify(value);
  if (json.length > PIECE_CHARS_MAX) malformed(loc, `it has more than ${PIECE_CHARS_MAX} characters`);
  return { loc, json };
}

function objectAt(at: readonly string[], value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : malformed(at, 'it must be an object');
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

function malformed(loc: readonly string[], problem: string): never {
  throw new MalformedDocument({ loc, problem });
}
