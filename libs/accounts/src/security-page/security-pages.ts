import type { OauthHeaders, SecurityForm, SecurityPage, SecurityPageQuery } from '@lectern/contracts/accounts';
import { AppError, type Principal } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { BrowserSessions, signInFor } from '../oauth/browser-sessions';
import { Passkeys } from '../passkey/passkeys';
import { qrDrawing } from '../second-factor/qr-drawing';
import { SecondFactorSettings } from '../second-factor/second-factor-settings';
import { provedRecently } from '../user/recent-proof';
import { SecurityView } from './security-view';
import { sentCredential } from '../passkey/sent-credential';

const PAGE = '/user/security';

/** Does what the forms of the page about sign-ins say. */
@Injectable()
export class SecurityPages {
  constructor(
    private readonly sessions: BrowserSessions,
    private readonly view: SecurityView,
    private readonly factor: SecondFactorSettings,
    private readonly passkeys: Passkeys,
  ) {}

  /** @throws AppError `bad_request` when the sign-in failed */
  async show({ error, error_description }: SecurityPageQuery, headers: OauthHeaders): Promise<SecurityPage> {
    if (error !== undefined) throw new AppError('bad_request', error_description ?? error);
    const principal = await this.principalOf(headers);
    return principal ? this.shown(principal, headers, {}) : { location: signInFor(PAGE, headers) };
  }

  async send(form: SecurityForm, headers: OauthHeaders): Promise<SecurityPage> {
    const principal = await this.principalOf(headers);
    if (!principal) return { location: signInFor(PAGE, headers) };
    if (!provedRecently(principal.verifiedAt, new Date())) return this.shown(principal, headers, { problem: 'stale' });
    return this.shown(principal, headers, await this.changed(form, principal));
  }

  private async changed(form: SecurityForm, principal: Principal): Promise<SecurityPage> {
    try {
      return await this.act(form, principal);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      const waiting = form.act === 'confirm' ? await this.waiting(principal) : {};
      return { ...waiting, problem: shownProblem(error, form) };
    }
  }

  /** @throws AppError as the operations that do the same */
  private async act(form: SecurityForm, principal: Principal): Promise<SecurityPage> {
    const { act, code, passkey_id: id, name } = form;
    switch (act) {
      case 'begin':
        await this.factor.begin(principal, {});
        return this.waiting(principal);
      case 'confirm':
        return { recoveryCodes: (await this.factor.confirm(principal, { code })).recovery_codes, isDone: true };
      case 'renew':
        return { recoveryCodes: (await this.factor.renewCodes(principal, {})).recovery_codes, isDone: true };
      case 'end':
        await this.factor.end(principal, {});
        return { isDone: true };
      case 'add-passkey':
        await this.passkeys.add(principal, { name: titled(name), credential: sentCredential(form.credential) });
        return { isDone: true };
      case 'rename-passkey':
        await this.passkeys.rename(principal, id, titled(name));
        return { isDone: true };
      case 'remove-passkey':
        await this.passkeys.remove(principal, id);
        return { isDone: true };
    }
  }

  private async waiting(principal: Principal): Promise<SecurityPage> {
    const setUp = await this.factor.waiting(principal);
    return setUp ? { waiting: { ...setUp, drawing: qrDrawing(setUp.uri) } } : {};
  }

  private async shown(principal: Principal, headers: OauthHeaders, changed: SecurityPage): Promise<SecurityPage> {
    const again = signInFor(PAGE, headers, true);
    return { ...(await this.view.of(principal, headers)), again, ...changed };
  }

  private async principalOf(headers: OauthHeaders): Promise<Principal | undefined> {
    const session = await this.sessions.find(headers);
    if (!session) return undefined;
    const { network: address } = headers;
    const { userId: id, verifiedAt } = session;
    return { kind: 'user', id, roles: [], verifiedAt, ...(address !== undefined && { address }) };
  }
}

function shownProblem({ code }: AppError, { act }: SecurityForm): SecurityPage['problem'] {
  if (code === 'rate_limited') return 'tooMany';
  if (act === 'add-passkey') return 'passkey';
  return act === 'confirm' && code === 'bad_request' ? 'wrongCode' : 'changed';
}

function titled(name: string): string {
  return name.trim() || 'Passkey';
}
