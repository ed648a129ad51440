import { AppError } from '@lectern/contracts/core';
import { Generators } from '@lectern/models';
import { Injectable } from '@nestjs/common';
import { GenerativeModels, type NamedGenerator } from '../configuration/generative-models';
import { LearningConfigurations } from '../configuration/learning-configurations';
import { AccountModels } from '../account-model/account-models';

/** Models of an account that are tried; there may be a thousand. */
const TRIED_MAX = 5;

/** Finds a language model for judging texts. */
@Injectable()
export class Judges {
  constructor(
    private readonly generators: Generators,
    private readonly generative: GenerativeModels,
    private readonly configurations: LearningConfigurations,
    private readonly accountModels: AccountModels,
  ) {}

  /**
   * The answering model if it follows prompts; otherwise the deployment's default, another of its models, or one of the
   * account's.
   *
   * @throws AppError `invalid_request` when no judge is available
   */
  async for(account: string, answering?: NamedGenerator): Promise<NamedGenerator> {
    if (answering && follows(answering)) return answering;
    const here = [this.generators.defaultId, ...this.generators.list().map(({ id }) => id)];
    const own = (await this.accountModels.list(account)).map(({ name }) => name).slice(0, TRIED_MAX);
    for (const name of [...here, ...own]) {
      const found = await this.find(name, account);
      if (found && follows(found)) return found;
    }
    const text = 'The model of this deployment follows no prompts, so that it cannot judge texts: name one that does';
    throw new AppError('invalid_request', text);
  }

  private async find(name: string, account: string): Promise<NamedGenerator | undefined> {
    try {
      return await this.generative.find(name, { account }, this.configurations.deployment);
    } catch (error) {
      // A model that has been deleted or lost its keys.
      if (error instanceof AppError && error.code === 'invalid_request') return undefined;
      throw error;
    }
  }
}

function follows({ generator }: NamedGenerator): boolean {
  return generator.description.followsPrompts;
}
