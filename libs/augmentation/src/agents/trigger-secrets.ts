import { AppError } from '@lectern/contracts/core';
import type { AgentOperation, AgentParameters, AgentTrigger } from '@lectern/contracts/understanding';
import { SecretEnvelope } from '@lectern/secrets';
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
  /** Null without triggers. */
  readonly sealed: string | null;
}

/** Keeps the headers and query parameters of triggers sealed. */
@Injectable()
export class TriggerSecrets {
  constructor(private readonly envelope: SecretEnvelope) {}

  /**
   * @param before sealed earlier: a masked value stands for the one of a trigger with the same URL there
   * @throws AppError `invalid_request` for a masked value that is not known
   */
  seal(kbid: string, parameters: AgentParameters, before: string | null = null): SealedParameters {
    const known = this.open(kbid, before);
    const open: OpenTrigger[][] = [];
    const operations = parameters.operations.map((operation) => {
      const triggers = triggersOf(operation);
      open.push(triggers.map((one) => openedTrigger(one, known.flat())));
      return triggers.length > 0 ? withTriggers(operation, triggers.map(maskedTrigger)) : operation;
    });
    const sealed = open.some((own) => own.length > 0)
      ? this.envelope.seal(JSON.stringify(open), triggerPurpose(kbid))
      : null;
    return { parameters: { ...parameters, operations }, sealed };
  }

  /** Triggers by the operations of the task. */
  open(kbid: string, sealed: string | null): readonly (readonly OpenTrigger[])[] {
    // Sealed above.
    return sealed === null ? [] : (JSON.parse(this.envelope.open(sealed, triggerPurpose(kbid))) as OpenTrigger[][]);
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

function triggerPurpose(kbid: string): string {
  return `triggers of tasks ${kbid}`;
}
