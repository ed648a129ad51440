import { createHash, randomUUID } from 'node:crypto';
import { ELICITING_SESSION, type InteractionPlace } from '@lectern/contracts/agents';
import { AppError, type Principal } from '@lectern/contracts/core';
import { SecretEnvelope, SharedTokens } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';

const PURPOSE = 'mcp-session';
/** Clients begin another session when one is too old. */
const LIFETIME_S = 30 * 24 * 60 * 60;
/** As servers of the protocol refuse sessions. */
const SESSION_NOT_FOUND = -32_001;
/** The first version of the protocol in which servers ask users. */
const ELICITS_SINCE = '2025-06-18';

/** Whose session of the protocol it is. */
export interface McpSessionOwner {
  readonly place: InteractionPlace;
  readonly principal: Principal;
}

/** What a client said of itself at `initialize`. */
export interface McpSession {
  /** Unguessable. */
  readonly id: string;
  /** Whether it takes questions to its user. */
  readonly elicits: boolean;
}

/** Sessions of the protocol, which are all in their ids: signed, of one caller at one server. */
@Injectable()
export class McpSessions {
  private readonly tokens: SharedTokens;

  constructor(envelope: SecretEnvelope) {
    this.tokens = new SharedTokens(envelope, PURPOSE);
  }

  /**
   * The id of a new session.
   *
   * @param asked the capabilities of the client, as it sent them
   * @param version of the protocol that client and server agree on
   */
  begin(owner: McpSessionOwner, { asked, version }: { readonly asked: unknown; readonly version: string }, now: Date) {
    const elicits = version >= ELICITS_SINCE && takesForms(asked);
    const exp = Math.floor(now.getTime() / 1_000) + LIFETIME_S;
    const token = this.tokens.sign({ id: randomUUID(), owner: sessionHashOf(owner), elicits, exp });
    return `${elicits ? ELICITING_SESSION : ''}${token}`;
  }

  /** @throws AppError `not_found` for an id that was not given to this caller here, or is too old */
  read(id: string, owner: McpSessionOwner, now: Date): McpSession {
    const elicits = id.startsWith(ELICITING_SESSION);
    const claims = this.tokens.read(elicits ? id.slice(ELICITING_SESSION.length) : id, now);
    if (claims?.['owner'] === sessionHashOf(owner) && claims['elicits'] === elicits)
      return { id: String(claims['id']), elicits };
    throw new AppError('not_found', 'Session not found', { detail: { code: SESSION_NOT_FOUND } });
  }
}

/** A client that names no kind of question takes forms. */
function takesForms(capabilities: unknown): boolean {
  const declared: unknown = Reflect.get(Object(capabilities), 'elicitation');
  if (typeof declared !== 'object' || declared === null) return false;
  return 'form' in declared || !('url' in declared);
}

function sessionHashOf({ place: { agent, session }, principal: { id } }: McpSessionOwner): string {
  return createHash('sha256')
    .update(JSON.stringify([agent, session, id]))
    .digest('base64url');
}
