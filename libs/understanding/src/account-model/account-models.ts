import { asUuid, type Violation } from '@lectern/contracts/core';
import type { LearningConfigurationUpdate } from '@lectern/contracts/knowledge-box';
import type { OwnedConfiguration } from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import { CustomModelRows } from './custom-model-rows';
import { configuredName, isOfAccount } from './configured-name';
import { ModelConfigurationRows } from './model-configuration-rows';

/** A model that an account has configured, as the schema lists it. */
export interface ConfiguredModel {
  /** Its value in configurations. */
  readonly name: string;
  /** Display name. */
  readonly title: string;
  /** Name of the configured model. */
  readonly model: string;
}

/** Lists the models of accounts for configuration. */
@Injectable()
export class AccountModels {
  constructor(
    private readonly configurations: ModelConfigurationRows,
    private readonly customModels: CustomModelRows,
  ) {}

  /** Invalid models of the account in a configuration. */
  async refused(given: LearningConfigurationUpdate, owner: OwnedConfiguration): Promise<Violation[]> {
    const members = ['generative_model', 'summary_model'] as const;
    const found = await Promise.all(
      members.map(async (member): Promise<Violation[]> => {
        const name = given[member];
        if (!name || !isOfAccount(name) || (await this.isFor(name, owner))) return [];
        const msg = 'Value error, unknown model: the account has none of that name for this knowledge box';
        return [{ type: 'value_error', loc: ['body', member], msg, input: name }];
      }),
    );
    return found.flat();
  }

  /** @param kbid restricts the list to models for this knowledge box */
  async list(account: string | undefined, kbid?: string): Promise<readonly ConfiguredModel[]> {
    if (account === undefined) return [];
    const [all, custom] = await Promise.all([this.configurations.list(account), this.customModels.list(account)]);
    const configured = all
      .filter(({ kbids }) => kbid === undefined || kbids.length === 0 || kbids.includes(kbid))
      .map(({ id, model, description }) => ({ name: `${model}/${id}`, model, title: description || model }));
    const ofBox = custom
      .filter(({ kbids }) => kbid === undefined || kbids.includes(kbid))
      .map(({ location, description }) => ({ name: location, model: location, title: description || location }));
    return [...configured, ...ofBox];
  }

  private async isFor(name: string, { account, kbid }: OwnedConfiguration): Promise<boolean> {
    const configured = configuredName(name);
    if (!configured) return (await this.customModels.find({ account, location: name }))?.kbids.includes(kbid) ?? false;
    const stored = await this.configurations.find({ account, id: configured.id });
    const isForBox = stored?.kbids.length === 0 || stored?.kbids.some((id) => (asUuid(id) ?? id) === kbid);
    return stored?.model === configured.model && isForBox === true;
  }
}
