import { Handles } from '@lectern/bus';
import { type IndexedKnowledgeBoxes, indexRemoteZone } from '@lectern/contracts/accounts';
import type { Request } from '@lectern/contracts/core';
import { indexKnowledgeBoxes } from '@lectern/contracts/knowledge-box';
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
  async index({ body, signal, requestId }: Request<typeof indexRemoteZone>): Promise<IndexedKnowledgeBoxes> {
    const { zone, origin, account } = body;
    const token = await this.edge.peers.tokenForZone(zone);
    const asked = { operation: indexKnowledgeBoxes, origin, token, body: { account }, signal, requestId };
    const answer = await this.client.ask(asked);
    // The other end is Lectern, too, and proved it by answering to a token of the shared key.
    return answer as IndexedKnowledgeBoxes;
  }
}
