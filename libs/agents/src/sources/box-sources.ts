import { Bus } from '@lectern/bus';
import { KbdbConfig } from '@lectern/contracts/agents';
import { AppError, dataRolesOf, type Principal } from '@lectern/contracts/core';
import { getSynonyms, resolveKnowledgeBoxAccess, verifyZoneCredential } from '@lectern/contracts/knowledge-box';
import { type AskItem, askKnowledgeBox, AskRequest } from '@lectern/contracts/search';
import { systemPrincipal } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import type { BoxSource } from '../engine/module-sources';
import type { OpenedDriver } from '../driver/driver.service';

/** For whom a source is opened. */
export interface SourceCaller {
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

/** Opens knowledge boxes of this zone as sources: with the rights of the caller, or with those of a key. */
@Injectable()
export class BoxSources {
  constructor(private readonly bus: Bus) {}

  /** @throws AppError `forbidden` when neither the key nor the caller may read the box */
  async open({ identifier, config }: OpenedDriver, { principal, signal }: SourceCaller): Promise<BoxSource> {
    // It was checked against this class when it was stored.
    const { kbid, key, internal, description, filter_expression: filter } = config as unknown as KbdbConfig;
    const reader = key && !internal ? await this.ofKey(key, kbid) : await this.ofCaller(principal, kbid);
    const ask = (request: Partial<AskRequest> & Pick<AskRequest, 'query'>): AsyncIterable<AskItem> => {
      const body = Object.assign(new AskRequest(), {
        ...(filter !== undefined && { filter_expression: filter }),
        ...request,
      });
      const headers = { 'x-kbdb-client': 'agent', 'x-synchronous': false, 'x-show-consumption': false };
      return itemsOf(
        this.bus.stream(askKnowledgeBox, { params: { kbid }, headers, body }, { principal: reader, signal }),
      );
    };
    const synonyms = async () => {
      const input = { params: { kbid } };
      return (await this.bus.request(getSynonyms, input, { principal: reader, signal })).synonyms;
    };
    return { identifier, description, synonyms, ask };
  }

  private async ofKey(token: string, kbid: string): Promise<Principal> {
    const verified = await this.bus.request(
      verifyZoneCredential,
      { body: { carrier: 'service-account', token } },
      asItself,
    );
    if (verified.kind !== 'sa' || verified.kb !== kbid || !verified.role)
      throw new AppError('forbidden', 'The key of the driver does not open its knowledge box');
    const { id, account, key, role } = verified;
    return { kind: 'sa', id, account, kb: kbid, key, roles: [role, ...dataRolesOf[role]] };
  }

  /** A key of the agent has no rights elsewhere. */
  private async ofCaller(principal: Principal, kbid: string): Promise<Principal> {
    const { kind, id, label, securityGroups } = principal;
    if (kind !== 'user' && kind !== 'pat') throw noRight();
    const body = { kbid, userId: id };
    const { account, userRole } = await this.bus.request(resolveKnowledgeBoxAccess, { body }, asItself);
    if (account !== principal.account || !userRole) throw noRight();
    const known = { ...(label !== undefined && { label }), ...(securityGroups && { securityGroups }) };
    return { kind, id, account, kb: kbid, roles: [userRole, ...dataRolesOf[userRole]], ...known };
  }
}

const asItself = { principal: systemPrincipal };

async function* itemsOf(values: AsyncIterable<{ readonly item?: AskItem }>): AsyncGenerator<AskItem> {
  for await (const { item } of values) if (item) yield item;
}

function noRight(): AppError {
  return new AppError(
    'forbidden',
    'The caller may not read the knowledge box of the driver: give the caller a role on it, or the driver a key',
  );
}
