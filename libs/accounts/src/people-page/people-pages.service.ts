import {
  type LinkedPage,
  type MagicStep,
  passwordFault,
  type OpenRequestHeaders,
  type PeoplePage,
  type RecoveryForm,
  type ResetForm,
  type SetUpForm,
  type SignUpForm,
  USER_ADDRESS,
} from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { MagicLinks } from '../magic-link/magic-links';
import { RecoveryStart } from '../recovery/recovery-start';
import { RecoveryService } from '../recovery/recovery.service';
import { OpenRequests } from '../sign-up/open-requests';
import { SignUpService } from '../sign-up/sign-up.service';

const HOME = '/';

/** Does what the forms of the pages about people say. */
@Injectable()
export class PeoplePages {
  constructor(
    private readonly requests: OpenRequests,
    private readonly signUps: SignUpService,
    private readonly recoveries: RecoveryStart,
    private readonly recovery: RecoveryService,
    private readonly links: MagicLinks,
  ) {}

  /** @throws AppError `rate_limited`, and `forbidden` where the captcha of an app is needed */
  async signUp(form: SignUpForm, headers: OpenRequestHeaders): Promise<PeoplePage> {
    const { name, email, password, login_challenge: challenge } = form;
    const again = { state: 'form', name, email, challenge } as const;
    const problem = missing(name, email, password) ?? addressProblem(email) ?? passwordProblem(password);
    if (problem) return { ...again, problem };
    const stranger = await this.requests.admitMail(email, headers);
    try {
      await this.signUps.create({ name, email, password, login_challenge: challenge }, stranger);
      return { state: 'mailed' };
    } catch (error) {
      if (hasCode(error, 'precondition_failed')) return { ...again, problem: 'personalAddress' };
      if (hasCode(error, 'forbidden')) return { state: 'closed' };
      throw error;
    }
  }

  async showRecovery(challenge: string): Promise<PeoplePage> {
    return { state: 'form', challenge };
  }

  /** @throws AppError as `signUp` */
  async recover({ email, login_challenge: challenge }: RecoveryForm, headers: OpenRequestHeaders): Promise<PeoplePage> {
    const problem = missing(email) ?? addressProblem(email);
    if (problem) return { state: 'form', email, challenge, problem };
    await this.requests.admitMail(email, headers);
    await this.recoveries.start(email, challenge);
    return { state: 'mailed' };
  }

  async showReset({ token }: LinkedPage): Promise<PeoplePage> {
    return (await this.recovery.find(token, 'recovery')) ? { state: 'form', token } : { state: 'stale' };
  }

  /** @throws AppError `rate_limited` */
  async reset({ token, password }: ResetForm, headers: OpenRequestHeaders): Promise<PeoplePage> {
    const problem = missing(password) ?? passwordProblem(password);
    if (problem) return { state: 'form', token, problem };
    return this.withLink(headers, async (network) => {
      const { login_challenge } = await this.recovery.reset({ token, password }, network);
      return { state: 'done', next: signInAt(login_challenge) };
    });
  }

  async showSetUp({ token }: LinkedPage): Promise<PeoplePage> {
    const user = await this.recovery.find(token, 'set-up');
    if (!user) return { state: 'stale' };
    const { name, email, choosesAddress } = user;
    return { state: 'form', token, name, email, asksAddress: choosesAddress };
  }

  /** @throws AppError `rate_limited` */
  async setUp({ token, password, name, email }: SetUpForm, headers: OpenRequestHeaders): Promise<PeoplePage> {
    const shown = await this.showSetUp({ token });
    if (shown.state !== 'form') return shown;
    const { asksAddress = false } = shown;
    const again = { ...shown, name, ...(asksAddress && { email }) };
    const address = asksAddress ? (missing(email) ?? addressProblem(email)) : undefined;
    const problem = missing(name, password) ?? address ?? passwordProblem(password);
    if (problem) return { ...again, problem };
    return this.withLink(headers, async (network) => {
      try {
        const done = await this.recovery.setUp({ token, password, name }, network, asksAddress ? { email } : {});
        return { state: 'done', next: signInAt(done.login_challenge) };
      } catch (error) {
        if (hasCode(error, 'conflict')) return { ...again, problem: 'taken' };
        throw error;
      }
    });
  }

  async showLink({ token }: LinkedPage): Promise<PeoplePage> {
    return { state: 'form', token };
  }

  /** @throws AppError `rate_limited` */
  async useLink({ token }: LinkedPage, headers: OpenRequestHeaders): Promise<PeoplePage> {
    return this.withLink(headers, async () => {
      try {
        return { state: 'done', next: nextOf(await this.links.follow(token)) };
      } catch (error) {
        // An invitation to a knowledge box makes no users: it is valid until its person is one.
        if (hasCode(error, 'not_found')) return { state: 'unknown' };
        throw error;
      }
    });
  }

  /** A link that does not count is a page, too. */
  private async withLink(
    headers: OpenRequestHeaders,
    use: (network: string) => Promise<PeoplePage>,
  ): Promise<PeoplePage> {
    try {
      return await this.requests.withLink(headers, use);
    } catch (error) {
      if (hasCode(error, 'bad_request') || hasCode(error, 'not_found')) return { state: 'stale' };
      throw error;
    }
  }
}

function missing(...values: readonly string[]): 'missing' | undefined {
  return values.some((value) => value.trim() === '') ? 'missing' : undefined;
}

function addressProblem(email: string): 'wrongAddress' | undefined {
  return USER_ADDRESS.test(email) ? undefined : 'wrongAddress';
}

function passwordProblem(password: string): 'passwordRules' | undefined {
  return passwordFault(password) === undefined ? undefined : 'passwordRules';
}

function hasCode(error: unknown, code: AppError['code']): boolean {
  return error instanceof AppError && error.code === code;
}

/** The page of the sign-in that was interrupted, or the console. */
function signInAt(challenge: string): string {
  return challenge === '' ? HOME : `/user/login?login_challenge=${encodeURIComponent(challenge)}`;
}

function nextOf({ consent_url, setup_token, came_from }: MagicStep): string {
  if (setup_token !== undefined) return `/user/setup?token=${encodeURIComponent(setup_token)}`;
  const next = consent_url ?? came_from ?? HOME;
  return /^(?:https?:\/\/|\/(?!\/))/.test(next) ? next : HOME;
}
