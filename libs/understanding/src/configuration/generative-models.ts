import { AppError } from '@lectern/contracts/core';
import type { UserPrompt } from '@lectern/contracts/knowledge-box';
import { type Generator, Generators, lackingKeys, ProviderGenerators } from '@lectern/models';
import { Injectable } from '@nestjs/common';
import { AssumedRoles } from '../assumed-role/assumed-roles';
import { CustomModelRows } from '../account-model/custom-model-rows';
import { hasOwnServer, unclearModel } from '../account-model/user-keys';
import { configuredName, isOfAccount } from '../account-model/configured-name';
import { ModelConfigurationRows, type StoredModelConfiguration } from '../account-model/model-configuration-rows';
import type { ChosenGeneration } from './learning-configurations';

/** The caller of a model and the knowledge box. */
export interface Asker {
  /** Absent for internal calls, which use no configuration. */
  readonly account?: string;
  /** Id of a knowledge box, in any zone. */
  readonly kbid?: string;
  /** Id of the calling NUA client, if any. */
  readonly nuaClient?: string;
}

/** A resolved generative model. */
export interface NamedGenerator {
  readonly generator: Generator;
  /** Its name in responses. */
  readonly id: string;
  /** Model to request from the provider; the provider's default when absent. */
  readonly model?: string;
  /** Key of the knowledge box, sent instead of the deployment's. */
  readonly apiKey?: string;
  /** Whether the customer pays the provider. */
  readonly customerKey: boolean;
  /** Prompts by provider, from a configuration of the account; they take precedence over those of the box. */
  readonly prompts?: Readonly<Record<string, UserPrompt>>;
}

/** The provider for which roles are assumed. */
const BEDROCK = 'anthropic_bedrock';

/** Finds generative models of the deployment and the account, and those for which a box has keys. */
@Injectable()
export class GenerativeModels {
  constructor(
    private readonly generators: Generators,
    private readonly providers: ProviderGenerators,
    private readonly configurations: ModelConfigurationRows,
    private readonly customModels: CustomModelRows,
    private readonly roles: AssumedRoles,
  ) {}

  /**
   * @returns undefined for an unknown name
   * @throws AppError `invalid_request` for a configuration that is missing or not available to the caller, for a model
   *   without keys, and for an unknown name if the box has its own server: a request that may be meant for that server
   *   is never sent to the deployment's
   */
  async find(name: string, asker: Asker, chosen: ChosenGeneration): Promise<NamedGenerator | undefined> {
    const configured = configuredName(name);
    if (configured) return this.configured({ name, ...configured }, asker);
    if (isOfAccount(name)) return this.custom(name, asker);
    const catalogued = this.providers.catalogue.model(name);
    const ownKeys = catalogued && chosen.userKeys[catalogued.provider];
    if (catalogued && ownKeys) {
      if (!this.isUsable(catalogued.provider, ownKeys)) throw lacksKeys(name, catalogued.provider);
      return { generator: this.providers.of(catalogued, ownKeys), id: name, customerKey: true };
    }
    const here = this.generators.find(name);
    if (here) return { generator: here, id: name, model: serverModel(chosen, here), ...keyFor(chosen, here) };
    const fallback = this.generators.default;
    if (catalogued && !fallback.description.takesOtherModels) throw lacksKeys(name, catalogued.provider);
    if (!fallback.description.takesOtherModels) return undefined;
    if (!catalogued && hasOwnServer(chosen.userKeys)) throw new AppError('invalid_request', unclearModel(name));
    return { generator: fallback, id: name, model: name, ...keyFor(chosen, fallback) };
  }

  /** Whether these are all the keys that the provider needs. */
  private isUsable(provider: string, keys: object): boolean {
    const known = this.providers.catalogue.provider(provider);
    return !known || lackingKeys(known, keys).length === 0;
  }

  private async custom(location: string, { account, kbid }: Asker): Promise<NamedGenerator> {
    const model = account === undefined ? undefined : await this.customModels.find({ account, location });
    const server = this.providers.catalogue.model('openai_compat');
    if (!model || !server || (kbid !== undefined && !model.kbids.includes(kbid)))
      throw new AppError(
        'invalid_request',
        `Unknown generative model ${location}: the account has no such custom model for this knowledge box`,
      );
    return { generator: this.providers.of(server, model.server), id: location, customerKey: true };
  }

  private async configured(
    { name, model, id }: { readonly name: string; readonly model: string; readonly id: string },
    asker: Asker,
  ): Promise<NamedGenerator> {
    const { account } = asker;
    const stored = account === undefined ? undefined : await this.configurations.find({ account, id });
    if (!stored || stored.model !== model)
      throw new AppError(
        'invalid_request',
        `Unknown generative model ${name}: the account has no such model configuration`,
      );
    refuseStrangers(stored, asker);
    const { keys, userPrompts: prompts } = stored;
    const catalogued = this.providers.catalogue.model(model);
    const ownKeys = stored.assumeRole
      ? { ...(await this.roles.credentialsOf(stored.account)), region: keys[BEDROCK]?.region }
      : catalogued && keys[catalogued.provider];
    if (catalogued && ownKeys)
      return { generator: this.providers.of(catalogued, ownKeys), id: name, customerKey: true, prompts };
    const here = this.generators.find(model);
    if (here) return { generator: here, id: name, model, customerKey: false, prompts };
    throw lacksKeys(model, catalogued?.provider ?? model);
  }
}

/** @throws AppError `invalid_request` */
function refuseStrangers({ kbids, nuaClientIds }: StoredModelConfiguration, { kbid, nuaClient }: Asker): void {
  const isFor = (ids: readonly string[], id: string | undefined) =>
    id === undefined || ids.length === 0 || ids.includes(id);
  if (!isFor(kbids, kbid))
    throw new AppError('invalid_request', 'This model configuration is not for this knowledge box');
  if (!isFor(nuaClientIds, nuaClient))
    throw new AppError('invalid_request', 'This model configuration is not for this NUA client');
}

function lacksKeys(name: string, provider: string): AppError {
  return new AppError('invalid_request', `The model ${name} needs keys: give user_keys.${provider}`);
}

/** Model that the box requests from the deployment's server. */
function serverModel({ userKeys }: ChosenGeneration, { description }: Generator): string | undefined {
  const name = userKeys['text_generation']?.model;
  return description.provider === 'openai_compat' && name !== undefined ? String(name) : undefined;
}

/** A key of the box for the deployment's server; keys with an address are for another server. */
function keyFor({ userKeys }: ChosenGeneration, { description }: Generator) {
  const own = userKeys['openai_compat'];
  const apiKey = description.provider === 'openai_compat' && own?.url === undefined ? own?.key : undefined;
  return { apiKey, customerKey: apiKey !== undefined };
}
