import { AppError, naiveUtc, type Principal } from '@lectern/contracts/core';
import type { AskTraceAnswer, AskTraceTarget, TracedContext } from '@lectern/contracts/search';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { ContextTexts } from '../scores/context-texts';
import { type AskTrace, digestOf, AskTracesRepository, readTrace } from '@lectern/activity';

/** Members of a request that only owners and managers may see. */
const prompts = ['extra_context', 'prompt', 'rephrase_prompt'];
const GIVEN_CONTEXT = /^USER_CONTEXT_(\d+)$/;

/** A trace and the time of its question. */
export interface DatedTrace {
  readonly date: Date;
  readonly trace: AskTrace;
}

/** Shows how questions were answered. */
@Injectable()
export class AskTracesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: AskTracesRepository,
    private readonly texts: ContextTexts,
  ) {}

  /** @throws AppError `not_found`, `unavailable` */
  async get(target: AskTraceTarget, principal: Principal): Promise<AskTraceAnswer> {
    const { date, trace } = await this.find(target);
    const owns = principal.roles.includes('OWNER') || principal.roles.includes('MANAGER');
    const { request, prompt, asker } = trace;
    return {
      learning_id: target.learning_id,
      date: naiveUtc(date),
      request: owns ? request : without(request, prompts),
      rephrased_question: trace.rephrased ?? null,
      security_groups: asker.securityGroups ?? null,
      retrievals: trace.retrievals,
      context: owns ? await this.contextOf(target.kbid, trace, principal) : trace.context,
      sentences: trace.sentences ?? null,
      prompt:
        owns && prompt ? { system: prompt.system ?? null, user: prompt.user ?? null, question: prompt.question } : null,
      replayable: trace.isReduced !== true,
    };
  }

  /** @throws AppError `not_found`, `unavailable` */
  async find({ kbid, learning_id: learningId }: AskTraceTarget): Promise<DatedTrace> {
    const row = await this.transactions.read((tx) => this.repository.find({ kbid, learningId }, tx));
    const trace = row && (await readTrace(row.trace));
    if (!trace) throw new AppError('not_found', 'No trace is kept of an answer with this id');
    return { date: row.date, trace };
  }

  /** Adds the texts that have not changed since. */
  private async contextOf(
    kbid: string,
    { context, request }: AskTrace,
    principal: Principal,
  ): Promise<readonly TracedContext[]> {
    const ids = context.flatMap(({ key }) => (key.includes('/') ? [key] : []));
    const found = await this.texts.read({ kbid, ids }, await this.texts.seenBy(kbid, principal));
    return context.map((entry) => {
      const text = found.get(entry.key) ?? givenText(request, entry.key);
      // The last entry may have been shortened to fit.
      const read = text?.slice(0, entry.chars);
      return { ...entry, text: read !== undefined && digestOf(read) === entry.digest ? read : null };
    });
  }
}

/** Resolves a text that was sent with the request. */
function givenText({ extra_context: given }: AskTrace['request'], key: string): string | undefined {
  const index = GIVEN_CONTEXT.exec(key)?.[1];
  const text: unknown = index !== undefined && Array.isArray(given) ? given[Number(index)] : undefined;
  return typeof text === 'string' ? text : undefined;
}

function without(request: AskTrace['request'], names: readonly string[]): AskTrace['request'] {
  return Object.fromEntries(Object.entries(request).filter(([name]) => !names.includes(name)));
}
