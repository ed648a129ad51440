import { ConfigError } from '@lectern/config';
import { isObject } from '@lectern/contracts/core';
import type { Generator } from '../generator';
import { operatorFetch } from '../hosted/chat-model';
import { HostedGenerator } from '../hosted/hosted-generator';
import type { Timeouts } from '../hosted/patience';
import type { ModelsConfig } from '../models.config';
import { catalogueFile } from './catalogue-file';
import { ProviderCatalogue } from './provider-catalogue';
import { hostedModel } from './provider-generators';
import { lackingKeys, type ProviderKeys } from './provider-keys';

const KEY_CHARS_MAX = 4_000;

/** Built-in providers and models, with the additions of the operator's file. @throws ConfigError */
export function configuredCatalogue({ PROVIDER_CATALOGUE: path }: ModelsConfig): ProviderCatalogue {
  const own = new ProviderCatalogue();
  return path === undefined ? own : new ProviderCatalogue(catalogueFile(path, own.providers));
}

/** Models of the catalogue for which the operator has keys. @throws ConfigError for invalid keys */
export function operatorGenerators(
  { PROVIDER_KEYS: text }: ModelsConfig,
  catalogue: ProviderCatalogue,
  timeouts: Timeouts,
): Generator[] {
  if (text === undefined) return [];
  return Object.entries(keysIn(text)).flatMap(([id, keys]) => {
    const provider = catalogue.provider(id);
    if (!provider) throw new ConfigError([`PROVIDER_KEYS names ${id}; known are ${namesIn(catalogue)}`]);
    const lacking = lackingKeys(provider, keys);
    if (lacking.length > 0) throw new ConfigError([`PROVIDER_KEYS has ${id} without ${lacking.join(', ')}`]);
    const reached = { provider, keys, fetch: operatorFetch };
    return catalogue.modelsOf(id).map((model) => new HostedGenerator({ ...hostedModel(model, reached), ...timeouts }));
  });
}

function namesIn({ providers }: ProviderCatalogue): string {
  return providers.map(({ id }) => id).join(', ');
}

/** Errors do not quote the text, because it is secret. */
function keysIn(text: string): Readonly<Record<string, ProviderKeys>> {
  const wrong = new ConfigError([
    'PROVIDER_KEYS is no JSON object of objects of texts, such as {"openai": {"key": "…"}}',
  ]);
  const isText = (value: unknown) => typeof value === 'string' && value !== '' && value.length <= KEY_CHARS_MAX;
  let keys: unknown;
  try {
    keys = JSON.parse(text);
  } catch {
    throw wrong;
  }
  if (!isObject(keys)) throw wrong;
  for (const own of Object.values(keys)) if (!isObject(own) || !Object.values(own).every(isText)) throw wrong;
  // Just validated; members that no driver knows are ignored.
  return keys as Readonly<Record<string, ProviderKeys>>;
}
