import { randomUUID } from 'node:crypto';
import {
  type AddedSchedule,
  type ChangedSchedule,
  type NewSchedule,
  runSchedule,
  type Schedule,
  type ScheduleChange,
  type Schedules,
} from '@lectern/contracts/agents';
import type { Principal } from '@lectern/contracts/core';
import { TaskQueue, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { nextTimes, SHOWN_MAX } from './cron-times';
import { SchedulePlans } from './schedule-plans';
import { ScheduleRights } from './schedule-rights';
import type { ScheduleEntity } from './schedule.entity';
import { type ScheduleKey, ScheduleRepository, unknownSchedule } from './schedule.repository';

/** A job of a schedule: it waits until the schedule is due. */
export function scheduleJob({ agent, id }: ScheduleKey, runAt: Date, tx: EntityManager) {
  const name = `schedule:${agent}:${id}`;
  return { tx, runAt, key: name, serialBy: name, tenant: agent };
}

/** Schedules of agents, as their owners store them. */
@Injectable()
export class ScheduleService {
  constructor(
    private readonly transactions: Transactions,
    private readonly queue: TaskQueue,
    private readonly repository: ScheduleRepository,
    private readonly rights: ScheduleRights,
    private readonly plans: SchedulePlans,
  ) {}

  async list(agent: string): Promise<Schedules> {
    const rows = await this.transactions.read((tx) => this.repository.list(agent, tx));
    return { schedules: rows.map((row) => shownSchedule(row, new Date())) };
  }

  /** @throws AppError `not_found` */
  async get(key: ScheduleKey): Promise<Schedule> {
    return shownSchedule(await this.transactions.read((tx) => this.repository.get(key, tx)), new Date());
  }

  /** @throws AppError `invalid_request`, `not_found`, `forbidden`, `quota_exceeded` */
  async add(agent: string, given: NewSchedule, principal: Principal): Promise<AddedSchedule> {
    const now = new Date();
    const owner = await this.rights.owner(agent, principal);
    const { row, secret } = await this.plans.row({ agent, id: randomUUID() }, given, now);
    const due = row.enabled ? (nextTimes(row, now, 1)[0] ?? null) : null;
    await this.transactions.run(async (tx) => {
      await this.repository.insert({ ...row, owner, due }, tx);
      if (due) await this.queue.add(runSchedule, { agent, id: row.id }, scheduleJob(row, due, tx));
    });
    return { id: row.id, webhook_secret: secret };
  }

  /** @throws AppError `not_found`, `invalid_request`, `forbidden` */
  async change(key: ScheduleKey, change: ScheduleChange, principal: Principal): Promise<ChangedSchedule> {
    const owner = await this.rights.owner(key.agent, principal);
    const now = new Date();
    const stored = await this.transactions.read((tx) => this.repository.get(key, tx));
    await this.plans.check({ ...stored, ...changedMembers(change) }, now);
    return this.transactions.run(async (tx) => {
      const held = (await this.repository.hold(key, tx)) ?? unknownSchedule();
      const hook = change.webhook === undefined ? undefined : this.plans.webhook(held, change.webhook);
      const row = { ...held, ...changedMembers(change) };
      const isResumed = change.enabled === true;
      const state = isResumed ? { paused: null, failures: 0 } : { paused: row.paused, failures: row.failures };
      const runs = row.enabled && state.paused === null;
      const due = runs ? (nextTimes(row, now, 1)[0] ?? null) : null;
      await this.repository.update(key, { ...changedMembers(change), ...hook?.members, ...state, owner, due }, tx);
      if (due) await this.queue.add(runSchedule, { ...key }, scheduleJob(key, due, tx));
      return { webhook_secret: hook?.secret ?? null };
    });
  }

  /** @throws AppError `not_found` */
  async delete(key: ScheduleKey): Promise<null> {
    await this.transactions.run((tx) => this.repository.delete(key, tx));
    return null;
  }

  /** @throws AppError `not_found`, `forbidden` */
  async runNow(key: ScheduleKey, principal: Principal): Promise<null> {
    const owner = await this.rights.owner(key.agent, principal);
    await this.transactions.run(async (tx) => {
      if (!(await this.repository.hold(key, tx))) unknownSchedule();
      const due = new Date();
      await this.repository.update(key, { owner, due, paused: null }, tx);
      await this.queue.add(runSchedule, { ...key }, scheduleJob(key, due, tx));
    });
    return null;
  }
}

function changedMembers({ workflow_id: workflow, webhook: _, ...change }: ScheduleChange): Partial<ScheduleEntity> {
  const given = Object.entries({ ...change, workflow }).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given);
}

function shownSchedule(row: ScheduleEntity, now: Date): Schedule {
  const { id, name, cron, timezone, workflow, question, session, enabled, paused, failures, owner, due } = row;
  const later = due ? nextTimes(row, due > now ? due : now, SHOWN_MAX - 1) : [];
  return {
    id,
    name,
    cron,
    timezone,
    workflow_id: workflow,
    question,
    // Stored as an object.
    arguments: row.arguments as Readonly<Record<string, unknown>>,
    session,
    webhook_url: row.webhook,
    enabled,
    paused,
    failures,
    next_runs: due ? [due, ...later].map((time) => time.toISOString()) : [],
    running: row.runningSince !== null,
    last_run: row.lastRun,
    created: row.created.toISOString(),
    runs_as: `${owner.kind} ${owner.id}`,
  };
}
