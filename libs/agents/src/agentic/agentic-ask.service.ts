import type { AgenticPlace, AgenticQuestion, InteractionFrame } from '@lectern/contracts/agents';
import { EPHEMERAL_SESSION } from '@lectern/contracts/agents';
import type { Principal } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { type FollowCall, InteractionService } from '../interaction/interaction.service';
import { agenticPlan, type AgenticSetting, checkSources } from './agentic-plan';
import { AgenticRecords } from './agentic-record.service';

/** Knowledge boxes that answer as agents. */
@Injectable()
export class AgenticAsk {
  constructor(
    private readonly records: AgenticRecords,
    private readonly interactions: InteractionService,
  ) {}

  /** @throws AppError `not_found` for an unknown configuration, or one whose sources are gone */
  async open(place: AgenticPlace, principal: Principal): Promise<null> {
    checkSources(await this.setting(place, principal));
    return null;
  }

  /** Frames of an answer, with the rights of the caller; leaving them ends the interaction. @throws as `open` */
  async *begin(
    { place, request }: AgenticQuestion,
    { principal, signal }: FollowCall,
  ): AsyncGenerator<InteractionFrame> {
    const setting = await this.setting(place, principal);
    const groups = principal.securityGroups ?? place.groups;
    yield* this.interactions.run(
      {
        place: { agent: place.kbid, session: EPHEMERAL_SESSION, workflow: place.config },
        request,
        principal: { ...principal, ...(groups && { securityGroups: groups }) },
        asking: {},
        planned: async (id) => agenticPlan(id, setting, request),
      },
      signal,
    );
  }

  private async setting(place: AgenticPlace, { account = '' }: Principal): Promise<AgenticSetting> {
    const { kbid, config: id } = place;
    const [config, { sources }] = await Promise.all([this.records.config({ kbid, id }), this.records.sources(kbid)]);
    return { place, account, config, sources };
  }
}
