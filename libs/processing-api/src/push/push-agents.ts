import { AppError, asUuid } from '@lectern/contracts/core';
import type { ProcessingError } from '@lectern/contracts/understanding';
import { codePointLength } from '@lectern/text';
import { Injectable } from '@nestjs/common';
import { BlockedAccounts } from '@lectern/understanding';
import {
  AgentEngine,
  type Found,
  joinedFindings,
  saysSomething,
  AgentTaskRows,
  type AgentText,
  type Agent,
  agentReads,
  chosenAgents,
  type FilteredField,
} from '@lectern/augmentation';
import type { FoundField } from './field-finding';
import { foundParagraphId } from './message-findings';
import { pushedMemory } from './pushed-memories';

/** Attempts after which a push ends without the findings of failing agents. */
const ATTEMPTS_MAX = 3;
const DATA_AUGMENTATION = 3;
/** Separates the messages of a conversation. */
const GAP = '\n\n';

/** The context in which agents read a push. */
export interface AgentsRun {
  readonly account: string;
  /** Client id of the NUA client that pushed; its use counts for it. */
  readonly nuaClient?: string;
  /** Name of the knowledge box in the push. */
  readonly kbid: string;
  /** False disables agents. */
  readonly mlText: boolean;
  readonly rid: string;
  /** The pushed conversations, of which memories are kept. */
  readonly payload: Parameters<typeof pushedMemory>[0];
  /** Number of the attempt at the push. */
  readonly attempt: number;
  readonly signal: AbortSignal;
  readonly alive: () => void;
}

/** Results of agents for a field. */
export interface AgentsFound {
  /** Id of the resource. */
  readonly rid: string;
  readonly found: Found;
  readonly errors: readonly ProcessingError[];
}

/** Runs the agents for new resources of the knowledge box named in a push. */
@Injectable()
export class PushAgents {
  constructor(
    private readonly rows: AgentTaskRows,
    private readonly engine: AgentEngine,
    private readonly blocks: BlockedAccounts,
  ) {}

  /** The agents of a knowledge box of the account; empty for any other name. @throws AppError `unavailable` */
  async of({ account, kbid, mlText }: AgentsRun): Promise<readonly Agent[]> {
    if (!mlText || asUuid(kbid) !== kbid) return [];
    const tasks = await this.rows.listEnabled(kbid);
    return chosenAgents(
      tasks.filter((task) => task.account === account),
      null,
    );
  }

  /**
   * A failing agent is an error of the field; the other agents continue.
   *
   * @returns undefined if no agent applies to the field
   * @throws AppError when it should be retried: the model was unavailable in one of the first attempts
   */
  async read(field: FoundField, agents: readonly Agent[], run: AgentsRun): Promise<AgentsFound | undefined> {
    const text = agentTextOf(field, run.rid);
    const filtered = filteredOf(field, text, run);
    const own = agents.filter((agent) => agentReads(agent, filtered));
    if (own.length === 0) return undefined;
    const found: Found[] = [];
    const errors: string[] = [];
    for (const { parameters, sealed } of own) {
      try {
        await this.blocks.admit(run.account, 'generative');
        const conversation = conversationOf(field, run);
        const circumstances = { box: boxOfPush(run), sealed, signal: run.signal };
        const done = await this.engine.run(parameters, text, {
          ...circumstances,
          ...(conversation && { conversation }),
        });
        found.push(done.found);
        errors.push(...done.errors.map((error) => `${parameters.name}: ${error}`));
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'cancelled') throw error;
        if (isPassing(error) && run.attempt < ATTEMPTS_MAX) throw error;
        errors.push(`${parameters.name}: ${error.message}`);
      }
      run.alive();
    }
    return { rid: run.rid, found: joinedFindings(found), errors: errors.map(errorOf) };
  }
}

/** The text of a field, or the joined messages of a conversation. */
export function agentTextOf({ work, pieces }: Pick<FoundField, 'work' | 'pieces'>, rid: string): AgentText {
  let at = 0;
  const paragraphs = pieces.flatMap(({ ident, text, paragraphs: own }) => {
    const from = at;
    at += codePointLength(text) + GAP.length;
    return own.map(({ start, end }) => {
      const key = foundParagraphId({ rid, work, ident }, { start, end });
      return { key, start: from + start, end: from + end };
    });
  });
  return { text: pieces.map(({ text }) => text).join(GAP), paragraphs };
}

function boxOfPush({ kbid, account, nuaClient }: AgentsRun) {
  return { kbid, account, ...(nuaClient !== undefined && { nuaClient }) };
}

/** Reads a pushed conversation for memories; undefined for other fields. */
function conversationOf({ work: { letter, id: fieldId } }: FoundField, { payload }: AgentsRun) {
  if (letter !== 'c' || !Object.hasOwn(payload.conversationfield, fieldId)) return undefined;
  return async ({ ident }: { readonly ident: string }) =>
    pushedMemory(payload, { fieldId, ident }) ?? { entries: [], facts: [] };
}

/** Whether a message should name agents as the origin of parts. */
export function hasFindings(found: AgentsFound | undefined): boolean {
  return found !== undefined && saysSomething(found.found);
}

function filteredOf({ work, pieces, labels }: FoundField, { text }: AgentText, { rid }: AgentsRun): FilteredField {
  return { rid, icon: pieces[0]?.understood.mimeType, letter: work.letter, id: work.id, text, labels };
}

function isPassing({ status, code }: AppError): boolean {
  return status >= 500 || code === 'rate_limited';
}

function errorOf(text: string): ProcessingError {
  return { code: DATA_AUGMENTATION, severity: 'WARNING', text };
}
