import { AppError } from '@lectern/contracts/core';
import type { AgentOperation, AgentParameters, AgentTrigger } from '@lectern/contracts/understanding';
import { SecretEnvelope } from '@lectern/secrets';
import { keptKeys, maskedKeys, type StoredKeys } from '@lectern/understanding';
import { Injectable } from '@nestjs/common';

/** Shown instead of a secret. */
export const MASK = '********';

type Values = Readonly<Record<string, string>>;

/** A trigger with its secrets. */
export interface OpenTrigger {
  readonly url: string;
  readonly headers: Values;
  readonly params: Values;
}

/** Parameters of a task without secrets, and the secrets. */
export interface SealedParameters {
  readonly parameters: AgentParameters;
  /** Null without triggers and keys. */
  readonly sealed: string | null;
}

/** What is sealed. Tasks of earlier versions have only the triggers. */
type Sealed = readonly (readonly OpenTrigger[])[] | OpenSecrets;

interface OpenSecrets {
  /** By the operations of the task. */
  readonly triggers: readonly (readonly OpenTrigger[])[];
  /** Of the model of the task, by provider. */
  readonly keys: StoredKeys;
}

const KEYS_AT = ['body', 'parameters', 'llm', 'keys'];

/** Keeps the keys of models, and the headers and query parameters of triggers, sealed. */
@Injectable()
export class TaskSecrets {
  constructor(private readonly envelope: SecretEnvelope) {}

  /**
   * @param owner id of the knowledge box or the dataset
   * @param before sealed earlier: a masked value means the one of a trigger with the same URL, or of the same provider
   * @throws AppError `invalid_request` for a masked value that is not known
   */
  seal(owner: string, parameters: AgentParameters, before: string | null = null): SealedParameters {
    const { triggers: known, keys: knownKeys } = this.opened(owner, before);
    const open: OpenTrigger[][] = [];
    const operations = parameters.operations.map((operation) => {
      const triggers = triggersOf(operation);
      open.push(triggers.map((one) => openedTrigger(one, known.flat())));
      return triggers.length > 0 ? withTriggers(operation, triggers.map(maskedTrigger)) : operation;
    });
    const keys = keptKeys(parameters.llm?.keys ?? null, knownKeys, KEYS_AT);
    const hasSecrets = open.some((own) => own.length > 0) || Object.keys(keys).length > 0;
    const secrets: OpenSecrets = { triggers: open, keys };
    const sealed = hasSecrets ? this.envelope.seal(JSON.stringify(secrets), taskSecretsPurpose(owner)) : null;
    const llm = parameters.llm?.keys ? { ...parameters.llm, keys: maskedKeys(keys) } : parameters.llm;
    return { parameters: { ...parameters, operations, ...(llm && { llm }) }, sealed };
  }

  /** Triggers by the operations of the task. */
  triggersOf(owner: string, sealed: string | null): readonly (readonly OpenTrigger[])[] {
    return this.opened(owner, sealed).triggers;
  }

  /** Keys of the model of the task, by provider. They must only be sent to the provider. */
  keysOf(owner: string, sealed: string | null): StoredKeys {
    return this.opened(owner, sealed).keys;
  }

  private opened(owner: string, sealed: string | null): OpenSecrets {
    if (sealed === null) return { triggers: [], keys: {} };
    // Sealed above.
    const opened = JSON.parse(this.envelope.open(sealed, taskSecretsPurpose(owner))) as Sealed;
    return 'triggers' in opened ? opened : { triggers: opened, keys: {} };
  }
}

/** Triggers of an operation. */
export function triggersOf(operation: AgentOperation): readonly AgentTrigger[] {
  return Object.values(operation).flatMap(
    (one: { readonly triggers?: readonly AgentTrigger[] | null } | null) => one?.triggers ?? [],
  );
}

function withTriggers(operation: AgentOperation, triggers: readonly AgentTrigger[]): AgentOperation {
  const members = Object.entries(operation).map(([name, one]) => [name, one && { ...one, triggers }] as const);
  return Object.fromEntries(members);
}

function maskedTrigger({ url, headers, params }: AgentTrigger): AgentTrigger {
  const masked = (values: Values | null) => Object.fromEntries(Object.keys(values ?? {}).map((name) => [name, MASK]));
  return { url, headers: masked(headers), params: masked(params) };
}

function openedTrigger({ url, headers, params }: AgentTrigger, known: readonly OpenTrigger[]): OpenTrigger {
  const before = known.find((one) => one.url === url);
  return { url, headers: openedSecrets(headers, before?.headers), params: openedSecrets(params, before?.params) };
}

function openedSecrets(values: Values | null, before: Values | undefined): Values {
  const all = Object.entries(values ?? {}).map(([name, value]) => {
    const own = value === MASK ? before?.[name] : value;
    if (own === undefined) throw new AppError('invalid_request', `The value of ${name} of a trigger must be sent`);
    return [name, own] as const;
  });
  return Object.fromEntries(all);
}

function taskSecretsPurpose(owner: string): string {
  return `triggers of tasks ${owner}`;
}
