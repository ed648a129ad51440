import { AgenticSourceBody, agenticSources, type AnyAgenticSource } from '@lectern/contracts/agents';
import { AppError, type Constructor, invalidRequest, isGiven, isObject, validateInput } from '@lectern/contracts/core';
import { SecretEnvelope } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import { mergedConfig, shownConfig, splitSecrets } from '../driver/driver-config';
import type { AgenticKey } from './agentic-record.repository';

/** A stored source: its members, with the sealed texts of those that are secret. */
export type SealedSource = Readonly<Record<string, unknown>> & { readonly sealed?: Readonly<Record<string, string>> };

/** Seals the secrets of sources, each for its place. */
@Injectable()
export class AgenticSourceSecrets {
  constructor(private readonly envelope: SecretEnvelope) {}

  seal(key: AgenticKey, source: object): SealedSource {
    const { config, secrets } = splitSecrets(classOfSource(source), { ...source });
    const texts = Object.entries(secrets);
    if (texts.length === 0) return config;
    const sealed = texts.map(([name, text]) => [name, this.envelope.seal(text, sourcePurposeOf(key, name))]);
    return { ...config, sealed: Object.fromEntries(sealed) };
  }

  open(key: AgenticKey, { sealed = {}, ...source }: SealedSource): AnyAgenticSource {
    const secrets = Object.entries(sealed).map(([name, text]) => {
      const secret: unknown = JSON.parse(this.envelope.open(text, sourcePurposeOf(key, name)));
      return [name, secret];
    });
    // It was checked against the class of its type.
    return { ...source, ...Object.fromEntries(secrets) } as unknown as AnyAgenticSource;
  }

  /** A source with changes. @throws AppError `invalid_request` */
  changed(key: AgenticKey, stored: SealedSource, change: object): SealedSource {
    // Members of a class, by name.
    const { type, description, ...given } = { ...change } as Readonly<Record<string, unknown>>;
    if (isGiven(type) && type !== stored['type']) throw fault('type', 'the type of a source stays');
    const wanted = { ...given, ...(isGiven(description) && { description }) };
    const body = mergedConfig(classOfSource(stored), { ...this.open(key, stored) }, wanted);
    const checked: unknown = validateInput({ body: AgenticSourceBody }, { body }).body;
    const source = isObject(checked) ? checked : {};
    const foreign = Object.keys(wanted).find((name) => isGiven(given[name]) && !Object.hasOwn(source, name));
    if (foreign !== undefined) throw fault(foreign, `a source of ${String(stored['type'])} has no ${foreign}`);
    return this.seal(key, source);
  }
}

/** Without secrets. */
export function shownSource({ sealed: _, ...source }: SealedSource): Readonly<Record<string, unknown>> {
  return shownConfig(classOfSource(source), source);
}

function classOfSource(source: object): Constructor {
  const type = agenticSources[String(Reflect.get(source, 'type'))];
  if (!type) throw new Error('A source has no type'); // it was checked against this very table
  return type();
}

function sourcePurposeOf({ kbid, id }: AgenticKey, member: string): string {
  return `agentic source ${kbid} ${id} ${member}`;
}

function fault(member: string, msg: string): AppError {
  return invalidRequest([{ type: 'value_error', loc: ['body', member], msg: `Value error, ${msg}` }]);
}
