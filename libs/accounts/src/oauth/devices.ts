import type {
  AuthorizationParams,
  BrowserStep,
  ContinuationQuery,
  DeviceDecision,
  DevicePage,
  DevicePageQuery,
  OauthHeaders,
} from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { stepOf } from './authorizations';
import { cookieIn } from './browser-sessions';
import { issuerUrl } from './issuer-url';
import { Issuers } from './issuers';
import {
  sendToProvider,
  cookiesAfter,
  answeredObject,
  type ProviderAnswer,
  type ProviderRequest,
} from './provider-call';
import { Resumptions } from './resumptions';

const PAGE = '/oauth2/device';

/** Connects devices whose users type a code. */
@Injectable()
export class Devices {
  constructor(
    private readonly issuers: Issuers,
    private readonly resumptions: Resumptions,
  ) {}

  /** The page: without a code it asks for it, with one it asks whether to connect the device that shows it. */
  async show({ user_code: code, problem, done }: DevicePageQuery, headers: OauthHeaders): Promise<DevicePage> {
    if (done === '1') return { step: 'done', isWrong: false };
    if (code === undefined) return { step: 'input', isWrong: problem !== undefined };
    const shown = await this.send({ method: 'GET', path: PAGE, headers });
    const { xsrf } = answeredObject(shown);
    const cookies = cookiesAfter(headers.cookies, shown);
    const form = { xsrf: String(xsrf), user_code: code };
    const asked = await this.send({ method: 'POST', path: PAGE, form, headers: { ...headers, cookies } });
    const step = answeredObject(asked);
    const set = { cookies: [...shown.cookies, ...asked.cookies] };
    if (step['step'] !== 'confirm') return { step: 'input', isWrong: true, ...set };
    return {
      step: 'confirm',
      isWrong: false,
      client: String(step['client']),
      code: String(step['code']),
      xsrf: form.xsrf,
      ...set,
    };
  }

  /** @throws AppError `bad_request` when the page is too old */
  async decide({ user_code, xsrf, abort }: DeviceDecision, headers: OauthHeaders): Promise<BrowserStep> {
    await this.checkPage(headers);
    const form = { user_code, xsrf, ...(abort === undefined ? { confirm: 'yes' } : { abort: 'yes' }) };
    return stepFrom(await this.send({ method: 'POST', path: PAGE, form, headers }));
  }

  /** After a sign-in or a consent. @throws as `Resumptions.resume` */
  async resume(continued: AuthorizationParams & ContinuationQuery, headers: OauthHeaders): Promise<BrowserStep> {
    return stepFrom(await this.resumptions.resume(PAGE, continued, headers));
  }

  /** The provider fails when a browser never was shown its page. */
  private async checkPage(headers: OauthHeaders): Promise<void> {
    const { provider } = await this.issuers.at(issuerUrl(headers.reached));
    const session = await provider.Session.find(cookieIn(headers, provider.cookieName('session')));
    if (!session?.state) throw new AppError('bad_request', 'This form is no longer valid: load its page again');
  }

  private async send(request: ProviderRequest): Promise<ProviderAnswer> {
    return sendToProvider(await this.issuers.at(issuerUrl(request.headers.reached)), request);
  }
}

function stepFrom(answer: ProviderAnswer): BrowserStep {
  if (answer.location !== undefined || answer.status >= 500) return stepOf(answer);
  const { step, problem } = answeredObject(answer);
  const { cookies } = answer;
  if (step === 'done') return { location: `${PAGE}?done=1`, cookies };
  if (step === undefined) return stepOf(answer);
  // A user who cancels returns to the page without an error.
  const isAborted = problem === 'AbortedError';
  return { location: isAborted ? PAGE : `${PAGE}?problem=${encodeURIComponent(String(problem))}`, cookies };
}
