import { AppError, asUuid, invalidRequest, type Principal } from '@lectern/contracts/core';
import type { PushPayload } from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import { accountOf, DeploymentModels, askerOf, PredictionModels } from '@lectern/understanding';
import { FileTokens } from './file-tokens';
import { refusedInline } from './inline-strategies';
import { PushQuota } from './push-quota';
import { fileTokensOf } from './pushed-field';

/** A file referenced by a field of a push. */
export interface PushedFile {
  /** Id of the field. */
  readonly id: string;
  /** Key in the blob store. */
  readonly key: string;
}

/** Rejects pushes that refer to missing objects. */
@Injectable()
export class PushChecks {
  constructor(
    private readonly tokens: FileTokens,
    private readonly models: DeploymentModels,
    private readonly predictions: PredictionModels,
    private readonly quota: PushQuota,
  ) {}

  /**
   * @returns the files that the push refers to
   * @throws AppError `invalid_request`, `unavailable`, and `quota_exceeded` for more than the account has left
   */
  async check(payload: PushPayload, principal: Principal): Promise<readonly PushedFile[]> {
    await this.checkEmbedders(payload, principal);
    await this.checkGenerators(payload, principal);
    const [account, now] = [accountOf(principal), new Date()];
    const files = fileTokensOf(payload).map(({ id, token }) => {
      const file = this.tokens.read(token, account, now);
      if (!file) throw badToken(id);
      return { id, key: file.key };
    });
    await this.quota.admitPush({ account, payload, pushedAt: now });
    return files;
  }

  private async checkEmbedders({ learning_config: config, kbid }: PushPayload, principal: Principal): Promise<void> {
    const names = config?.semantic_models ?? [];
    if (names.length === 0) return;
    await this.predictions.embeddersFor(
      names,
      kbid ? { kbid: asUuid(kbid) ?? kbid, account: accountOf(principal) } : undefined,
    );
  }

  private async checkGenerators(payload: PushPayload, principal: Principal): Promise<void> {
    const violations = refusedInline(payload, this.models.available);
    if (violations.length > 0) throw invalidRequest(violations);
    const { learning_config: config, kbid } = payload;
    if (!config?.generative_model) return;
    const box = kbid ? { kbid: asUuid(kbid) ?? kbid } : {};
    await this.predictions.generatorFor([config.generative_model], { ...askerOf({ principal }), ...box });
  }
}

/** The error for a field with an invalid token. */
export function badToken(id: string): AppError {
  return new AppError('invalid_request', `Invalid file token for field ${id}`);
}
