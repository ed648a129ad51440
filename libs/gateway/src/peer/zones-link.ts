import { Handles } from '@lectern/bus';
import {
  type IndexedKnowledgeBoxes,
  indexRemoteZone,
  purgeInRemoteZone,
  type PurgedAccount,
  removeMembersInRemoteZone,
} from '@lectern/contracts/accounts';
import type { Call, Request } from '@lectern/contracts/core';
import {
  indexKnowledgeBoxes,
  purgeFormerAccount,
  removeFormerMembersOfAccount,
} from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { Edge } from '../edge/edge';
import { PeerClient } from './peer-client';

/** Asks the zones of this accounts host that are elsewhere. */
@Controller()
export class ZonesLink {
  constructor(
    private readonly client: PeerClient,
    private readonly edge: Edge,
  ) {}

  @Handles(indexRemoteZone)
  async index({ body, ...call }: Request<typeof indexRemoteZone>): Promise<IndexedKnowledgeBoxes> {
    // The other end is Lectern, too, and proved it by answering to a token of the shared key.
    return (await this.ask(indexKnowledgeBoxes, body, call)) as IndexedKnowledgeBoxes;
  }

  @Handles(removeMembersInRemoteZone)
  async removeMembers({ body, ...call }: Request<typeof removeMembersInRemoteZone>): Promise<null> {
    await this.ask(removeFormerMembersOfAccount, body, call);
    return null;
  }

  @Handles(purgeInRemoteZone)
  async purge({ body, ...call }: Request<typeof purgeInRemoteZone>): Promise<PurgedAccount> {
    // As above.
    return (await this.ask(purgeFormerAccount, body, call)) as PurgedAccount;
  }

  private async ask(
    operation: { readonly name: string },
    { zone, origin, ...body }: { readonly zone: string; readonly origin: string },
    { signal, requestId }: Pick<Call, 'signal' | 'requestId'>,
  ): Promise<unknown> {
    const token = await this.edge.peers.tokenForZone(zone);
    return this.client.ask({ operation, origin, token, body, signal, requestId });
  }
}
