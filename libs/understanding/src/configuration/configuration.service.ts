import { AppError, invalidRequest, type Violation } from '@lectern/contracts/core';
import type { LearningConfiguration, LearningConfigurationUpdate } from '@lectern/contracts/knowledge-box';
import type {
  ChosenConfiguration,
  LearningConfigurationRecord,
  NewBoxConfiguration,
  OwnedConfiguration,
} from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import { AccountModels } from '../account-model/account-models';
import { BoxEmbeddingModels } from '../account-model/box-embedding-models';
import type { Choices } from './stored-choices';
import { changedChoices, choicesOf, withoutSemanticModels } from './choices';
import { configurationRecord } from './configuration-record';
import { ConfigurationRows, type StoredConfiguration } from './configuration-rows';
import { DeploymentModels } from './deployment-models';
import { otherSize, otherThanVectorsets, refusedChoices } from './refused-choices';
import { keptKeys } from '../account-model/user-keys';

/** A configuration, and whether it belongs to a knowledge box of this zone. */
export interface ConfigurationOwner extends OwnedConfiguration {
  /** True: the box must be in this zone. False: it may be. */
  readonly isBox: boolean;
}

type Vectorsets = readonly string[] | undefined;

const NOTHING: StoredConfiguration = { choices: {}, keys: {} };

/** Manages learning configurations. */
@Injectable()
export class ConfigurationService {
  constructor(
    private readonly rows: ConfigurationRows,
    private readonly boxes: BoxEmbeddingModels,
    private readonly models: DeploymentModels,
    private readonly accountModels: AccountModels,
  ) {}

  get default(): LearningConfigurationRecord {
    return configurationRecord(NOTHING, this.models.available);
  }

  /** @throws AppError `not_found` when nothing is stored, unless it belongs to a knowledge box of this zone */
  async get(owner: ConfigurationOwner): Promise<LearningConfigurationRecord> {
    const [stored, vectorsets] = await Promise.all([this.rows.find(owner), this.vectorsetsOf(owner)]);
    if (!stored && !owner.isBox) throw unknownConfiguration(owner);
    return configurationRecord({ ...(stored ?? NOTHING), vectorsets }, this.models.available);
  }

  /** Absent members get their defaults. @throws AppError `invalid_request`, `quota_exceeded` */
  async set(owner: ConfigurationOwner, given: LearningConfiguration): Promise<LearningConfigurationRecord> {
    const vectorsets = await this.vectorsetsOf(owner);
    await this.refuseStrangeModels(owner, given);
    const stored = await this.rows.put(owner, (before = NOTHING) =>
      this.admitted(choicesOf(given), keptKeys(given.user_keys ?? null, before.keys), {
        vectorsets,
        before: before.keys,
      }),
    );
    return configurationRecord({ ...stored, vectorsets }, this.models.available);
  }

  /** @throws AppError `invalid_request`, `quota_exceeded`; `not_found` as `get` does */
  async change(owner: ConfigurationOwner, given: LearningConfigurationUpdate): Promise<LearningConfigurationRecord> {
    const vectorsets = await this.vectorsetsOf(owner);
    await this.refuseStrangeModels(owner, given);
    const stored = await this.rows.put(owner, (before) => {
      if (!before && !owner.isBox) throw unknownConfiguration(owner);
      const { choices, keys } = before ?? NOTHING;
      return this.admitted(changedChoices(choices, given), keptKeys(given.user_keys, keys), {
        vectorsets,
        before: keys,
      });
    });
    return configurationRecord({ ...stored, vectorsets }, this.models.available);
  }

  /** Also deletes its strategies, unless it belongs to a box of this zone. @throws AppError `not_found` */
  async delete(owner: OwnedConfiguration): Promise<null> {
    if (!(await this.rows.delete(owner))) throw unknownConfiguration(owner);
    if (!(await this.boxes.find(owner))) await this.rows.purge(owner);
    return null;
  }

  /** @throws AppError `invalid_request` with locations in the payload of the box, `quota_exceeded` */
  async create({ configuration, ...owner }: NewBoxConfiguration): Promise<null> {
    const choices = choicesOf(configuration);
    const keys = keptKeys(configuration.user_keys, {});
    const violations = [
      ...refusedChoices(choices, keys, this.models.available),
      ...(await this.accountModels.refused(configuration, owner)),
    ];
    if (violations.length > 0) throw invalidRequest(violations.map(belowPayload));
    await this.rows.put(owner, () => ({ choices: withoutSemanticModels(choices), keys }));
    return null;
  }

  async read(owner: OwnedConfiguration): Promise<ChosenConfiguration> {
    const stored = await this.rows.find(owner);
    return { configuration: { ...stored?.choices } };
  }

  /** Also deletes the strategies of the box. Safe to repeat. */
  async purge(owner: OwnedConfiguration): Promise<null> {
    await this.rows.purge(owner);
    return null;
  }

  private async refuseStrangeModels(owner: OwnedConfiguration, given: LearningConfigurationUpdate): Promise<void> {
    const violations = await this.accountModels.refused(given, owner);
    if (violations.length > 0) throw invalidRequest(violations);
  }

  private admitted(
    choices: Choices,
    keys: StoredConfiguration['keys'],
    { vectorsets, before }: { readonly vectorsets: Vectorsets; readonly before: StoredConfiguration['keys'] },
  ): StoredConfiguration {
    const { available } = this.models;
    const violations = [
      ...refusedChoices(choices, keys, available),
      ...(vectorsets ? [...otherThanVectorsets(choices, vectorsets), ...otherSize({ before, keys, vectorsets })] : []),
    ];
    if (violations.length > 0) throw invalidRequest(violations);
    return { choices: vectorsets ? withoutSemanticModels(choices) : choices, keys };
  }

  /** @throws AppError `not_found` for a missing box that must be in this zone */
  private async vectorsetsOf(owner: ConfigurationOwner): Promise<Vectorsets> {
    const found = await this.boxes.find(owner);
    if (!found && owner.isBox) throw new AppError('not_found', 'Knowledge Box does not exist');
    return found?.length === 0 ? [this.models.available.defaultEmbedder] : found;
  }
}

function unknownConfiguration({ kbid }: OwnedConfiguration): AppError {
  return new AppError('not_found', `There is no configuration ${kbid}`);
}

function belowPayload({ loc: [body = 'body', ...rest], ...violation }: Violation): Violation {
  return { ...violation, loc: [body, 'learning_configuration', ...rest] };
}
