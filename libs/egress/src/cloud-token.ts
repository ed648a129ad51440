import { createPrivateKey, sign } from 'node:crypto';
import { AppError } from '@lectern/contracts/core';
import { type ServiceAccount, textOfMember } from './service-account';

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const TTL_S = 3_600;
const TIMEOUT_MS = 10_000;
/** Tokens are renewed this long before they expire. */
const EARLY_MS = 300_000;

/** Sends the request for a token. */
export type TokenRequest = (
  url: string,
  request: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body: string;
    signal: AbortSignal;
  },
) => Promise<Pick<Response, 'ok' | 'status' | 'json'>>;

/** Tokens of a service account of Google Cloud, each used until shortly before it expires (RFC 7523). */
export class CloudToken {
  private known: { readonly token: Promise<string>; readonly untilMs: number } | undefined;

  constructor(
    private readonly account: ServiceAccount,
    private readonly send: TokenRequest,
  ) {}

  /** @throws AppError `provider_failed` when the account gets none */
  value(): Promise<string> {
    if (this.known && this.known.untilMs > Date.now()) return this.known.token;
    const token = this.asked();
    const known = { token, untilMs: Date.now() + TTL_S * 1_000 - EARLY_MS };
    this.known = known;
    // The next call tries again.
    token.catch(() => {
      if (this.known === known) this.known = undefined;
    });
    return token;
  }

  private async asked(): Promise<string> {
    const body = new URLSearchParams({ grant_type: GRANT, assertion: this.assertion() }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    // Shared by all waiting callers: none of them can abort it.
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await this.send(this.account.token_uri, { method: 'POST', headers, body, signal });
    const answer: unknown = await response.json().catch(() => undefined);
    const token = textOfMember(answer, 'access_token');
    if (response.ok && token !== undefined) return token;
    throw new AppError('provider_failed', `Google Cloud gave the service account no token (${response.status})`);
  }

  private assertion(): string {
    const { client_email: iss, private_key: key, token_uri: aud } = this.account;
    const iat = Math.floor(Date.now() / 1_000);
    const claims = { iss, scope: SCOPE, aud, iat, exp: iat + TTL_S };
    const unsigned = [{ alg: 'RS256', typ: 'JWT' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${unsigned}.${signed(unsigned, key).toString('base64url')}`;
  }
}

function signed(text: string, key: string): Buffer {
  try {
    return sign('sha256', Buffer.from(text), createPrivateKey(key));
  } catch (cause) {
    throw new AppError('provider_failed', 'The private key of the service account is no PEM key', {}, { cause });
  }
}
