import type {
  ScimAttributesQuery,
  ScimGroup,
  ScimGroupList,
  ScimGroupPayload,
  ScimHeaders,
  ScimListQuery,
  ScimPatch,
  ScimTarget,
} from '@lectern/contracts/accounts';
import type { Principal } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { groupChange, wholeChange } from './group-patch';
import { GroupWriter } from '../group/group-writer';
import { GroupsReader } from './groups-reader';

/** A request about one group. */
export interface GroupRequest {
  readonly params: ScimTarget;
  readonly headers: ScimHeaders;
  readonly query: ScimAttributesQuery;
  readonly principal: Principal;
}

const origin = 'scim';

/** Provisions the groups of an account for its identity provider. */
@Injectable()
export class ScimGroups {
  constructor(
    private readonly transactions: Transactions,
    private readonly groups: GroupWriter,
    private readonly reader: GroupsReader,
  ) {}

  /** @throws AppError `bad_request` */
  list(account: string, query: ScimListQuery, headers: ScimHeaders): Promise<ScimGroupList> {
    return this.transactions.read((tx) => this.reader.list({ account, query, headers }, tx));
  }

  /** @throws AppError `not_found` */
  get({ params, headers, query }: Omit<GroupRequest, 'principal'>): Promise<ScimGroup> {
    return this.transactions.read((tx) => this.reader.get(params.id, { account: params.account, headers, query }, tx));
  }

  /** @throws AppError `bad_request`, `conflict`, `quota_exceeded` */
  create(
    {
      params: { account },
      principal,
      ...view
    }: Omit<GroupRequest, 'params'> & { readonly params: Pick<ScimTarget, 'account'> },
    payload: ScimGroupPayload,
  ): Promise<ScimGroup> {
    return this.transactions.run(async (tx) => {
      const id = await this.groups.add(account, { change: wholeChange(payload), by: principal, origin }, tx);
      return this.reader.get(id, { account, ...view }, tx);
    });
  }

  /** @throws AppError `bad_request`, `not_found`, `conflict`, `quota_exceeded` */
  replace({ params, principal, ...view }: GroupRequest, payload: ScimGroupPayload): Promise<ScimGroup> {
    return this.transactions.run(async (tx) => {
      const id = await this.groups.change(params, { change: wholeChange(payload), by: principal, origin }, tx);
      return this.reader.get(id, { account: params.account, ...view }, tx);
    });
  }

  /** @throws AppError as `replace` */
  async patch({ params, principal }: Pick<GroupRequest, 'params' | 'principal'>, patch: ScimPatch): Promise<null> {
    const change = await groupChange(patch);
    await this.transactions.run((tx) => this.groups.change(params, { change, by: principal, origin }, tx));
    return null;
  }

  /** @throws AppError `not_found` */
  async delete({ params, principal }: Pick<GroupRequest, 'params' | 'principal'>): Promise<null> {
    await this.transactions.run((tx) => this.groups.remove(params, { by: principal, origins: [origin] }, tx));
    return null;
  }
}
