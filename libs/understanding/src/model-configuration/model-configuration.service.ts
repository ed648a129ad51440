import { randomUUID } from 'node:crypto';
import { AppError, asUuid, invalidRequest, type Violation } from '@lectern/contracts/core';
import type {
  CreatedModelConfiguration,
  ListedModelConfiguration,
  ModelConfiguration,
  ModelConfigurationList,
  ModelConfigurationUpdate,
  NewModelConfiguration,
} from '@lectern/contracts/understanding';
import { Generators, lackingKeys, ProviderGenerators } from '@lectern/models';
import type { OwnedModelConfiguration } from '../account-model/model-configuration.repository';
import { Injectable } from '@nestjs/common';
import { AssumedRoles } from '../assumed-role/assumed-roles';
import { keptKeys, maskedKeys } from '../account-model/user-keys';
import { ModelConfigurationRows, type StoredModelConfiguration } from '../account-model/model-configuration-rows';

/** Manages model configurations of accounts. */
@Injectable()
export class ModelConfigurationService {
  constructor(
    private readonly rows: ModelConfigurationRows,
    private readonly generators: Generators,
    private readonly providers: ProviderGenerators,
    private readonly roles: AssumedRoles,
  ) {}

  async list(account: string): Promise<ModelConfigurationList> {
    return { configurations: (await this.rows.list(account)).map(listedConfiguration) };
  }

  /** @throws AppError `invalid_request`, `quota_exceeded` */
  async create(account: string, given: NewModelConfiguration): Promise<CreatedModelConfiguration> {
    const empty = { description: null, keys: {}, userPrompts: {}, assumeRole: false, kbids: [], nuaClientIds: [] };
    const name = { account, id: randomUUID() };
    const made = changedConfiguration(
      { ...name, ...empty, model: given.default_model_id, createdAt: new Date() },
      given,
    );
    this.refuse(made);
    await this.rows.add(made);
    return { id: name.id };
  }

  /** @throws AppError `not_found` */
  async get(name: OwnedModelConfiguration): Promise<ModelConfiguration> {
    return wholeConfiguration((await this.rows.find(name)) ?? unknownModelConfiguration());
  }

  /** @throws AppError `not_found`, `invalid_request` */
  async change(name: OwnedModelConfiguration, given: ModelConfigurationUpdate): Promise<ModelConfiguration> {
    const stored = await this.rows.change(name, (before) => {
      const after = changedConfiguration(before, given);
      this.refuse(after);
      return after;
    });
    return wholeConfiguration(stored ?? unknownModelConfiguration());
  }

  /** @throws AppError `not_found` */
  async delete(name: OwnedModelConfiguration): Promise<null> {
    if (!(await this.rows.delete(name))) unknownModelConfiguration();
    return null;
  }

  /** @throws AppError `invalid_request` */
  private refuse({ model, keys, assumeRole }: StoredModelConfiguration): void {
    const { catalogue } = this.providers;
    const catalogued = catalogue.model(model);
    const provider = catalogued && catalogue.provider(catalogued.provider);
    const isHere = this.generators.find(model) !== undefined;
    if (!provider && !isHere) throw configurationRefusal('default_model_id', model, 'unknown model');
    if (assumeRole && provider?.driver !== 'bedrock')
      throw configurationRefusal('assume_role', 1, `${model} is not called with a role of a cloud account`);
    if (assumeRole && !this.roles.areAvailable)
      throw configurationRefusal('assume_role', 1, 'this deployment has no cloud account that assumes roles');
    const [stranger] = Object.keys(keys).filter((name) => name !== provider?.id);
    if (stranger)
      throw configurationRefusal(`user_keys.${stranger}`, null, `keys of ${stranger} are not used with ${model}`);
    const own = provider && keys[provider.id];
    if (assumeRole || (!own && isHere)) return;
    const lacking = provider ? lackingKeys(provider, own) : [];
    if (provider && lacking.length > 0)
      throw configurationRefusal(
        'user_keys',
        null,
        `${model} needs user_keys.${provider.id} with ${lacking.join(', ')}`,
      );
  }
}

function changedConfiguration(
  before: StoredModelConfiguration,
  given: ModelConfigurationUpdate,
): StoredModelConfiguration {
  const said = <T>(value: T | undefined, stored: T): T => (value === undefined ? stored : value);
  return {
    ...before,
    model: given.default_model_id ?? before.model,
    description: said(given.description, before.description),
    keys: keptKeys(given.user_keys, before.keys),
    userPrompts: said(given.user_prompts, before.userPrompts) ?? {},
    assumeRole: said(given.assume_role, before.assumeRole ? 1 : 0) === 1,
    kbids: (said(given.kbids, [...before.kbids]) ?? []).map((id) => asUuid(id) ?? id),
    nuaClientIds: said(given.nua_client_ids, [...before.nuaClientIds]) ?? [],
  };
}

function listedConfiguration(stored: Omit<StoredModelConfiguration, 'keys'>): ListedModelConfiguration {
  return {
    id: stored.id,
    default_model_id: stored.model,
    description: stored.description,
    assume_role: stored.assumeRole ? 1 : 0,
    kbids: stored.kbids,
    nua_client_ids: stored.nuaClientIds,
  };
}

function wholeConfiguration(stored: StoredModelConfiguration): ModelConfiguration {
  const { userPrompts, keys } = stored;
  const user_prompts = Object.keys(userPrompts).length > 0 ? userPrompts : null;
  return { ...listedConfiguration(stored), user_keys: maskedKeys(keys), user_prompts };
}

function unknownModelConfiguration(): never {
  throw new AppError('not_found', 'Model configuration not found');
}

function configurationRefusal(member: string, input: unknown, problem: string): AppError {
  const loc = ['body', ...member.split('.')];
  const violation: Violation = { type: 'value_error', loc, msg: `Value error, ${problem}`, input };
  return invalidRequest([violation]);
}
