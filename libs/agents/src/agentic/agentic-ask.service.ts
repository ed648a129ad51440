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

  /**
   * Frames of an answer, with the rights of the caller; the interaction continues when they are left. Where the caller
   * asks again what an interaction of it was asked, the frames of that one.
   *
   * @throws as `open`
   */
  async *begin(
    { place, request, asked, from }: AgenticQuestion,
    { principal, signal }: FollowCall,
  ): AsyncGenerator<InteractionFrame> {
    const setting = await this.setting(place, principal);
    const groups = principal.securityGroups ?? place.groups;
    const known = {
      place: { agent: place.kbid, session: EPHEMERAL_SESSION, workflow: place.config },
      request,
      // One caller may ask for many people: only who may see the same gets the same frames.
      asked: { ...asked, ...circumstancesOf(groups, place) },
      ...(from !== undefined && { from }),
    };
    const caller = { ...principal, ...(groups && { securityGroups: groups }) };
    yield* this.interactions.begin(
      known,
      { principal: caller, signal },
      {
        asking: {},
        planned: async (id) => agenticPlan(id, setting, request),
      },
    );
  }

  private async setting(place: AgenticPlace, { account = '' }: Principal): Promise<AgenticSetting> {
    const { kbid, config: id } = place;
    const [config, sources] = await Promise.all([this.records.config({ kbid, id }), this.records.openedSources(kbid)]);
    return { place, account, config, sources };
  }
}

/** What decides, besides the question, what its frames show. No header has these names. */
function circumstancesOf(
  groups: readonly string[] | undefined,
  { searchConfiguration = '' }: AgenticPlace,
): Record<string, string> {
  return { ':groups': JSON.stringify(groups?.toSorted() ?? null), ':search': searchConfiguration };
}
