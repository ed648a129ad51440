import { randomUUID } from 'node:crypto';
import { ConfigError, readConfig } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import type { AssumeRoleStart, ForgottenRole } from '@lectern/contracts/understanding';
import { Transactions } from '@lectern/database';
import { Egress } from '@lectern/egress';
import type { ProviderKeys } from '@lectern/models';
import { Cache } from '@lectern/runtime';
import { AssumedRoleRepository } from './assumed-role.repository';
import { Injectable } from '@nestjs/common';
import { cloudConfig } from './cloud.config';
import { type CloudAccount, type CustomerRole, roleCredentials, SESSION_S } from './cloud-tokens';

const ROLE_NAME = 'lectern-bedrock';
const KEPT_MAX = 10_000;
/** Half the session, so that credentials remain valid while an answer is written. */
const KEPT_MS = (SESSION_S / 2) * 1_000;

/** Cloud roles that customers allow the deployment to assume. */
@Injectable()
export class AssumedRoles {
  private readonly cloud = configuredCloud();
  private readonly credentials = new Cache<ProviderKeys>({
    name: 'assumed_roles',
    entriesMax: KEPT_MAX,
    ttlMs: KEPT_MS,
  });

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: AssumedRoleRepository,
    private readonly egress: Egress,
  ) {}

  /** Whether the deployment has a cloud account for assuming roles. */
  get areAvailable(): boolean {
    return this.cloud !== undefined;
  }

  /** @throws AppError `precondition_failed` when the deployment has no cloud account */
  async start(account: string): Promise<AssumeRoleStart> {
    const { accountId } = this.cloud ?? withoutCloud();
    const row = await this.transactions.run(async (tx) => {
      await this.repository.start(account, randomUUID(), tx);
      return (await this.repository.find(account, tx)) ?? unstarted();
    });
    return { external_id: row.externalId, cloud_account_id: accountId, role_name: ROLE_NAME };
  }

  /** @throws AppError `not_found` when the process was not started */
  async finish(account: string, roleRef: string): Promise<object> {
    if (!(await this.transactions.run((tx) => this.repository.finish(account, roleRef, tx)))) unstarted();
    return {};
  }

  /** @throws AppError `not_found`, `precondition_failed`, `bad_request` when the cloud refuses, `provider_failed` */
  async validate(account: string, signal: AbortSignal): Promise<object> {
    await this.credentialsOf(account, { refresh: true, signal });
    return {};
  }

  async delete(account: string): Promise<ForgottenRole> {
    await this.transactions.run((tx) => this.repository.delete(account, tx));
    return { nothing: null };
  }

  /** @throws AppError as `validate` */
  async credentialsOf(
    account: string,
    { refresh = false, signal }: { readonly refresh?: boolean; readonly signal?: AbortSignal } = {},
  ): Promise<ProviderKeys> {
    const row = await this.transactions.read((tx) => this.repository.find(account, tx));
    if (!row) return unstarted();
    const { roleRef, externalId } = row;
    if (roleRef === null)
      throw new AppError('precondition_failed', 'Assume role configuration is incomplete for this account');
    const cloud = this.cloud ?? withoutCloud();
    const role: CustomerRole = { roleRef, externalId };
    const load = () => roleCredentials(role, cloud, { egress: this.egress, signal });
    return this.credentials.get(JSON.stringify([account, role]), load, { refresh });
  }
}

/** @throws ConfigError when the configuration is incomplete */
function configuredCloud(): CloudAccount | undefined {
  const config = readConfig(cloudConfig);
  const { CLOUD_ACCOUNT_ID: accountId, CLOUD_ACCESS_KEY: accessKey, CLOUD_SECRET_KEY: secretKey } = config;
  if (accountId && accessKey && secretKey) return { accountId, accessKey, secretKey, stsUrl: config.CLOUD_STS_URL };
  if (!accountId && !accessKey && !secretKey) return undefined;
  throw new ConfigError(['CLOUD_ACCOUNT_ID, CLOUD_ACCESS_KEY and CLOUD_SECRET_KEY belong together']);
}

function unstarted(): never {
  throw new AppError('not_found', 'Assume role process not started for this account');
}

function withoutCloud(): never {
  throw new AppError('precondition_failed', 'This deployment has no cloud account: give keys of Bedrock instead');
}
