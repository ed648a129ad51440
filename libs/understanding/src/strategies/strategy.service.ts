import { AppError, asUuid, invalidRequest } from '@lectern/contracts/core';
import type { OwnedConfiguration, StrategyAdded } from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import { BoxEmbeddingModels } from '../account-model/box-embedding-models';
import { ConfigurationRows } from '../configuration/configuration-rows';
import { DeploymentModels } from '../configuration/deployment-models';
import { refusedModels } from './refused-strategy';
import { type ScopeOf, type StrategyOf, StrategyRows } from './strategy-rows';

/** A knowledge box of this zone that is known to exist, or a name used by a NUA client. */
export interface StrategyBox extends OwnedConfiguration {
  readonly isBox: boolean;
}

type Kind = keyof StrategyOf;

/** Manages strategies, which are immutable. */
@Injectable()
export class StrategyService {
  constructor(
    private readonly rows: StrategyRows,
    private readonly configurations: ConfigurationRows,
    private readonly boxes: BoxEmbeddingModels,
    private readonly models: DeploymentModels,
  ) {}

  /** @throws AppError `not_found` for an unknown box */
  async list<K extends Kind>(kind: K, box: StrategyBox): Promise<Record<string, StrategyOf[K]>> {
    await this.checkBox(box);
    return this.rows.list(scopeOf(kind, box));
  }

  /** @throws AppError `not_found` for an unknown box, `invalid_request`, `quota_exceeded` */
  async add<K extends Kind>(kind: K, box: StrategyBox, config: StrategyOf[K]): Promise<StrategyAdded> {
    await this.checkBox(box);
    const violations = refusedModels(config, this.models.available);
    if (violations.length > 0) throw invalidRequest(violations);
    return { id: await this.rows.add(scopeOf(kind, box), config) };
  }

  /** @throws AppError `not_found` */
  async get<K extends Kind>(kind: K, box: StrategyBox, id: string): Promise<StrategyOf[K]> {
    await this.checkBox(box);
    const uuid = asUuid(id);
    const found = uuid && (await this.rows.find(scopeOf(kind, box), uuid));
    if (!found) throw unknownStrategy(id);
    return found.config;
  }

  /** @throws AppError `not_found` */
  async disable(kind: Kind, box: StrategyBox, id: string): Promise<null> {
    await this.checkBox(box);
    const uuid = asUuid(id);
    if (!uuid || !(await this.rows.delete(scopeOf(kind, box), uuid))) throw unknownStrategy(id);
    return null;
  }

  private async checkBox(box: StrategyBox): Promise<void> {
    if (box.isBox) return;
    const [isHere, configuration] = await Promise.all([this.boxes.find(box), this.configurations.find(box)]);
    if (!isHere && !configuration) throw new AppError('not_found', `There is no configuration ${box.kbid}`);
  }
}

function scopeOf<K extends Kind>(kind: K, { account, kbid }: StrategyBox): ScopeOf<K> {
  return { account, kbid, kind };
}

function unknownStrategy(id: string): AppError {
  return new AppError('not_found', `There is no strategy ${id}`);
}
