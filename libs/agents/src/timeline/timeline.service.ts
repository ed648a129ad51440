import {
  type EndedInteraction,
  type EndedInteractions,
  type InteractionTimeline,
  type TimelinesQuery,
  type TimelineTarget,
} from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { SessionMemory } from '../session/session-memory';
import type { TimelineEntity } from './timeline.entity';
import { TimelineRepository } from './timeline.repository';

/** Shows how interactions went. */
@Injectable()
export class TimelineService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: TimelineRepository,
    private readonly memory: SessionMemory,
  ) {}

  async list(agent: string, { session: named, before, size }: TimelinesQuery): Promise<EndedInteractions> {
    const session = named === undefined ? undefined : await this.sessionOf(agent, named);
    const selection = { agent, limit: size + 1, ...(session !== undefined && { session }) };
    const part = { ...selection, ...(before !== undefined && { before }) };
    const rows = await this.transactions.read((tx) => this.repository.list(part, tx));
    return { interactions: rows.slice(0, size).map(summaryOf), has_more: rows.length > size };
  }

  /** The id of a session, as timelines have it. A session that is deleted is known by its id only. */
  async sessionOf(agent: string, named: string): Promise<string> {
    return (await this.memory.find(agent, named))?.rid ?? named;
  }

  /** @throws AppError `not_found` */
  async get(target: TimelineTarget): Promise<InteractionTimeline> {
    return timelineOf(await this.find(target));
  }

  /** @throws AppError `not_found` */
  async find({ agent_id: agent, interaction_id: id }: TimelineTarget): Promise<TimelineEntity> {
    const row = await this.transactions.read((tx) => this.repository.find(agent, id, tx));
    if (!row) throw new AppError('not_found', 'Interaction not found');
    return row;
  }
}

/** How an interaction went, for owners of its agent. */
export function timelineOf({ detail, ...row }: TimelineEntity): InteractionTimeline {
  const { request, ...seen } = detail;
  return { ...summaryOf(row), ...seen, arguments: request?.arguments ?? null, replayable: request !== undefined };
}

function summaryOf({ user_id: user, date, ...row }: Omit<TimelineEntity, 'detail'>): EndedInteraction {
  const { id, session_id, workflow, user_type, question, answer, outcome, error } = row;
  const { total_time, input_svc_tokens, output_svc_tokens } = row;
  const asked = { id, session_id, workflow, user, user_type, date: date.toISOString(), question };
  return { ...asked, answer, outcome, error, total_time, input_svc_tokens, output_svc_tokens };
}
