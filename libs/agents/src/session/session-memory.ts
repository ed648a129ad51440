import { Bus } from '@lectern/bus';
import type { SessionCreated, SessionPayload } from '@lectern/contracts/agents';
import {
  AppError,
  assembled,
  authorOf,
  type DocumentPiece,
  type Principal,
  systemPrincipal,
  unrestricted,
} from '@lectern/contracts/core';
import {
  appendMessages,
  type ConversationPage,
  createResource,
  CreateResourcePayload,
  deleteResource,
  type Field,
  FieldReadQuery,
  FileWriteHeaders,
  getField,
  getResource,
  listResources,
  MessagePayload,
  modifyResource,
  ModifyResourcePayload,
  readResources,
  ResourceReadQuery,
  type TextFieldValue,
} from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import type { Turn } from '../engine/module-models';

/** Text field of what the agent should know. */
const INFO = 'info';
/** Conversation of questions and answers. */
const LOG = 'qas';

/** A question, and its answer. */
export interface AnsweredTurn extends Turn {
  /** Id of the question. */
  readonly id: string;
}

/** Names a session. */
export interface SessionKey {
  /** Id of the agent, which is that of its memory. */
  readonly agent: string;
  /** Id of the resource. */
  readonly rid: string;
}

/** The memory of an agent: its knowledge box, in which sessions are resources. */
@Injectable()
export class SessionMemory {
  constructor(private readonly bus: Bus) {}

  /** @returns undefined when there is no session of that id or slug */
  async find(agent: string, session: string): Promise<SessionKey | undefined> {
    const body = { kbid: agent, ids: [session], visibility: unrestricted, show: [], fieldTypes: [], extracted: [] };
    const { resources } = await this.bus.request(readResources, { body }, { principal: systemPrincipal });
    const found = resources[session];
    return found && { agent, rid: found.id };
  }

  /** Those of the ids that are sessions. */
  async existing(agent: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const shown = { visibility: unrestricted, show: [], fieldTypes: [], extracted: [] };
    const body = { kbid: agent, ids: [...ids], ...shown };
    const { resources } = await this.bus.request(readResources, { body }, { principal: systemPrincipal });
    return new Set(Object.values(resources).map(({ id }) => id));
  }

  /** @throws AppError `conflict` when the slug is taken, and others of a new resource */
  async create(agent: string, payload: SessionPayload, principal: Principal): Promise<SessionCreated> {
    const { slug, name, summary, data, format } = payload;
    const texts = data === '' ? {} : { [INFO]: { body: data, format } };
    const conversations = { [LOG]: { messages: [] } };
    const body = Object.assign(new CreateResourcePayload(), { slug, title: name, summary, texts, conversations });
    const input = { params: { kbid: agent }, headers: new FileWriteHeaders(), body };
    const { uuid, elapsed, seqid } = await this.bus.request(createResource, input, asAgent(agent, principal));
    return { uuid, elapsed: elapsed ?? 0, seqid: seqid ?? 0 };
  }

  async change({ agent, rid }: SessionKey, payload: SessionPayload, principal: Principal): Promise<void> {
    const { name, summary, data, format } = payload;
    const texts = { [INFO]: { body: data, format } };
    const body = Object.assign(new ModifyResourcePayload(), { title: name, summary, texts });
    const input = { params: { kbid: agent, rid }, headers: new FileWriteHeaders(), body };
    await this.bus.request(modifyResource, input, asAgent(agent, principal));
  }

  async delete({ agent, rid }: SessionKey, principal: Principal): Promise<void> {
    await this.bus.request(deleteResource, { params: { kbid: agent, rid } }, asAgent(agent, principal));
  }

  /** The session with its basic members and its values. */
  read({ agent, rid }: SessionKey, signal: AbortSignal): AsyncIterable<DocumentPiece> {
    const query: ResourceReadQuery = Object.assign(new ResourceReadQuery(), { show: ['basic', 'values'] });
    return this.bus.stream(getResource, { params: { kbid: agent, rid }, query }, { ...asItself, signal });
  }

  list(agent: string, page: { readonly page: number; readonly size: number }, signal: AbortSignal) {
    return this.bus.stream(listResources, { params: { kbid: agent }, query: page }, { ...asItself, signal });
  }

  /** The latest turns, oldest first. */
  async history({ agent, rid }: SessionKey): Promise<readonly Turn[]> {
    const params = { kbid: agent, rid, field_type: 'conversation' as const, field_id: LOG };
    const query: FieldReadQuery = Object.assign(new FieldReadQuery(), { show: ['value'], page: 'last' });
    const field = await assembled<Field>(this.bus.stream(getField, { params, query }, asItself)).catch(noField);
    // The value of a conversation is one page of it.
    const { messages = [] } = (field?.value ?? {}) as Partial<ConversationPage>;
    return messages.flatMap(({ ident, content }) => {
      const answer = messages.find((one) => one.ident === ident.replace(/^q-/, 'a-') && one.ident !== ident);
      return answer ? [{ question: content.text, answer: answer.content.text }] : [];
    });
  }

  /** What its creator gave the session; undefined when that is nothing. */
  async data({ agent, rid }: SessionKey): Promise<string | undefined> {
    const params = { kbid: agent, rid, field_type: 'text' as const, field_id: INFO };
    const query: FieldReadQuery = Object.assign(new FieldReadQuery(), { show: ['value'] });
    const field = await assembled<Field>(this.bus.stream(getField, { params, query }, asItself)).catch(noField);
    // The value of a text field.
    const { body } = (field?.value ?? {}) as Partial<TextFieldValue>;
    return body || undefined;
  }

  /** Appends question and answer as two messages; idempotent. @throws AppError `not_found` when it was deleted */
  async append({ agent, rid }: SessionKey, turn: AnsweredTurn, principal: Principal): Promise<void> {
    const messages = messagesOf(turn);
    const input = { params: { kbid: agent, rid, field_id: LOG }, body: messages };
    await this.bus.request(appendMessages, input, asAgent(agent, principal)).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
      throw new AppError('not_found', 'The session was deleted');
    });
  }
}

const asItself = { principal: systemPrincipal };

/** The agent writes its memory by itself; the change log names who asked. */
function asAgent(kb: string, caller: Principal) {
  const { account } = caller;
  return { principal: { ...systemPrincipal, kb, ...(account !== undefined && { account }), label: authorOf(caller) } };
}

function noField(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'not_found') return undefined;
  throw error;
}

function messagesOf({ id, question, answer }: AnsweredTurn): MessagePayload[] {
  const timestamp = new Date().toISOString();
  const content = (text: string) => ({ text, format: 'PLAIN' as const, attachments: [], attachments_fields: [] });
  return [
    { who: 'user', to: ['agent'], ident: `q-${id}`, type: 'QUESTION', content: content(question), timestamp },
    { who: 'agent', to: ['user'], ident: `a-${id}`, type: 'ANSWER', content: content(answer), timestamp },
  ];
}
