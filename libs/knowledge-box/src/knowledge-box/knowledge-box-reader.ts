import { Bus } from '@lectern/bus';
import { deployment } from '@lectern/config';
import { type IndexedKnowledgeBoxes, resolveUser } from '@lectern/contracts/accounts';
import { type KnowledgeBoxRole, knowledgeBoxRoles, type Principal, systemPrincipal } from '@lectern/contracts/core';
import {
  type KnowledgeBoxList,
  type KnowledgeBoxMode,
  type KnowledgeBoxModeFilter,
  knowledgeBoxModes,
  type KnowledgeBoxObject,
  type KnowledgeBoxQuery,
  type KnowledgeBoxRecord,
} from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { KnowledgeBoxRepository, type OwnedBox, unknownKnowledgeBox } from '@lectern/resource-store';
import { KnowledgeBoxUserRepository, userOf } from '@lectern/access';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { knowledgeBoxObject, knowledgeBoxRecord } from './knowledge-box-record';

const modesOf: Readonly<Record<KnowledgeBoxModeFilter, readonly KnowledgeBoxMode[]>> = {
  kb: ['kb'],
  agent: ['agent'],
  agent_no_memory: ['agent_no_memory'],
  agents: ['agent', 'agent_no_memory'],
};

/** Returns knowledge boxes in the forms of the interface. */
@Injectable()
export class KnowledgeBoxReader {
  private readonly zone = deployment().zone.slug;

  constructor(
    private readonly transactions: Transactions,
    private readonly boxes: KnowledgeBoxRepository,
    private readonly users: KnowledgeBoxUserRepository,
    private readonly bus: Bus,
  ) {}

  async list(
    account: string,
    { mode, include_search_configs }: KnowledgeBoxQuery,
    principal: Principal,
  ): Promise<KnowledgeBoxList> {
    return this.transactions.read(async (tx) => {
      const rows = await this.boxes.list(account, modesOf[mode], tx);
      const user = userOf(principal);
      const ids = rows.map(({ id }) => id);
      const roles = user ? await this.users.rolesOf(ids, user.id, tx) : new Map<string, KnowledgeBoxRole>();
      const view = { zone: this.zone, withSearchConfigs: include_search_configs };
      return { boxes: rows.map((row) => knowledgeBoxRecord(row, { ...view, role: roles.get(row.id) })) };
    });
  }

  /** @throws AppError `not_found`, also when it belongs to another account */
  async get({ account, kbid }: OwnedBox, principal: Principal): Promise<KnowledgeBoxRecord> {
    return this.transactions.read(async (tx) => {
      const box = await this.boxes.read(kbid, tx);
      if (box.account !== account) throw unknownKnowledgeBox();
      const role = await this.roleOn(kbid, principal, tx);
      return knowledgeBoxRecord(box, { zone: this.zone, withSearchConfigs: true, role });
    });
  }

  /** @throws AppError `not_found` */
  async read(kbid: string): Promise<KnowledgeBoxObject> {
    return knowledgeBoxObject(await this.transactions.read((tx) => this.boxes.read(kbid, tx)));
  }

  /** Searches the boxes that the caller may see. @throws AppError `not_found` */
  async readBySlug(slug: string, principal: Principal): Promise<KnowledgeBoxObject> {
    const user = userOf(principal);
    if (!user) return this.readOwnBySlug(slug, principal);
    const memberships = await this.bus.request(resolveUser, { body: user }, { principal: systemPrincipal });
    const accounts = memberships.accounts.map(({ id }) => id);
    const [box] = await this.transactions.read(async (tx) => {
      const candidates = await this.boxes.listBySlug(accounts, slug, tx);
      return this.users.visibleAmong(candidates, { userId: user.id, memberships }, tx);
    });
    if (!box) throw unknownKnowledgeBox();
    return knowledgeBoxObject(box);
  }

  async index(account: string): Promise<IndexedKnowledgeBoxes> {
    const rows = await this.transactions.read((tx) => this.boxes.list(account, knowledgeBoxModes, tx));
    return { boxes: rows.map(({ id, mode }) => ({ account, kbid: id, mode, zone: this.zone })) };
  }

  private async readOwnBySlug(slug: string, { kb }: Principal): Promise<KnowledgeBoxObject> {
    if (kb === undefined || (await this.boxes.get(kb)).slug !== slug) throw unknownKnowledgeBox();
    return this.read(kb);
  }

  private async roleOn(kbid: string, principal: Principal, tx: EntityManager): Promise<KnowledgeBoxRole | undefined> {
    const user = userOf(principal);
    if (user) return this.users.roleOf(kbid, user.id, tx);
    return knowledgeBoxRoles.find((role) => principal.roles.includes(role));
  }
}
