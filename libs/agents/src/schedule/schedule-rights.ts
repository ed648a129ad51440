import { Bus } from '@lectern/bus';
import { AppError, dataRolesOf, isBlocked, type Principal, systemPrincipal } from '@lectern/contracts/core';
import { readHeldRight, resolveKnowledgeBoxAccess } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import type { ScheduleOwner } from './schedule.entity';

/** With whose rights schedules run. */
@Injectable()
export class ScheduleRights {
  constructor(private readonly bus: Bus) {}

  /** The caller as the owner of a schedule. @throws AppError `forbidden` without a right that lasts */
  async owner(agent: string, { kind, id, account = '', key, label }: Principal): Promise<ScheduleOwner> {
    if (kind !== 'user' && kind !== 'pat' && kind !== 'sa') throw noLastingRight();
    const owner = { kind, id, account, ...(key !== undefined && { key }), ...(label !== undefined && { label }) };
    if (!(await this.principal(agent, owner))) throw noLastingRight();
    return owner;
  }

  /**
   * With the role that the owner has now; undefined when it no longer owns the agent.
   *
   * @throws AppError `unavailable`, `blocked`
   */
  async principal(agent: string, { kind, id, account, key, label }: ScheduleOwner): Promise<Principal | undefined> {
    const body = { kbid: agent, kind, id, ...(key !== undefined && { key }) };
    const [{ role }, { blockedFeatures }] = await Promise.all([
      this.bus.request(readHeldRight, { body }, asItself),
      this.bus.request(resolveKnowledgeBoxAccess, { body: { kbid: agent } }, asItself),
    ]);
    if (role !== 'SOWNER') return undefined;
    if (isBlocked(blockedFeatures, 'generative', { isGuest: false }))
      throw new AppError('blocked', 'This account is blocked for generative');
    const named = { ...(key !== undefined && { key }), ...(label !== undefined && { label }) };
    return { kind, id, account, agent, roles: [role, ...dataRolesOf[role]], ...named };
  }
}

const asItself = { principal: systemPrincipal };

function noLastingRight(): AppError {
  return new AppError(
    'forbidden',
    'A schedule runs with the rights of its caller, who has no lasting role on the agent',
  );
}
