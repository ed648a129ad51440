import { readConfig } from '@lectern/config';
import type {
  SignUpInfo,
  SignUpRequest,
  SignUpReturn,
  SignUpStart,
  SignUpStarted,
  UserLanguage,
} from '@lectern/contracts/accounts';
import { AppError, invalidRequest } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { MailLinks } from '@lectern/mail';
import { Injectable } from '@nestjs/common';
import mailProviders from 'email-providers/all.json';
import { MailTokens } from '../mail-token/mail-tokens';
import { AccountMailer } from '../mail/account-mailer';
import { Passwords } from '../password/password.service';
import { UserRepository } from '../user/user.repository';
import { checkSignUp } from './sign-up-rules';
import { signUpConfig } from './sign-up.config';

const personalDomains: ReadonlySet<string> = new Set(mailProviders);

/** Where a sign-up comes from. */
export interface Stranger {
  readonly network: string;
  readonly language: UserLanguage;
}

/** Takes sign-ups. Nobody becomes a user before the mail address is confirmed. */
@Injectable()
export class SignUpService {
  private readonly links = new MailLinks();
  private readonly config = readConfig(signUpConfig);

  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly tokens: MailTokens,
    private readonly passwords: Passwords,
    private readonly mailer: AccountMailer,
  ) {}

  /** Whether anybody may sign up at all. */
  get isOpen(): boolean {
    return this.config.SIGN_UP === 'anyone';
  }

  /**
   * The same is done for a user and for a stranger, so that text and time tell nothing: only the mail differs.
   *
   * @throws AppError `forbidden`, `precondition_failed`, `invalid_request`
   */
  async create(request: SignUpRequest, { network, language }: Stranger): Promise<SignUpStarted> {
    const { name, email } = this.personOf(request);
    this.check(email);
    const hash = await this.passwords.hash(request.password, network);
    await this.transactions.run(async (tx) => {
      const user = await this.users.findByEmail(email, tx);
      const { login_challenge: challenge } = request;
      const payload = { name, hash, language, ...(challenge && { challenge }) };
      const token = await this.tokens.issue({ kind: 'sign-up', email, payload }, tx);
      const reader = { email, language: user?.language ?? language };
      await this.mailer.sendLink(user ? { kind: 'userExists', ...reader } : { kind: 'signUp', token, ...reader }, tx);
    });
    return { action: 'check-mail' };
  }

  /** @throws AppError `forbidden`, `precondition_failed`, `invalid_request` */
  async start({ app, email: written, fullname, company, workflow }: SignUpStart): Promise<SignUpReturn> {
    const address = URL.parse(app);
    const origin = this.links.dashboard(app, null);
    const email = written.toLowerCase();
    this.check(email);
    const payload = { fullname, company, ...(workflow && { workflow }) };
    const token = await this.transactions.run((tx) => this.tokens.issue({ kind: 'sign-up-start', email, payload }, tx));
    const location = new URL(`${origin}${address?.pathname ?? '/'}`);
    location.searchParams.set('signup_token', token);
    return { location: location.href };
  }

  /** @throws AppError `not_found` */
  async read(token: string): Promise<SignUpInfo> {
    const found = await this.transactions.read((tx) => this.tokens.find(token, 'sign-up-start', tx));
    if (!found) throw new AppError('not_found', 'This sign-up is unknown or older than a day. Start again');
    const { fullname = '', company = '', workflow } = found.payload;
    const isKnown = workflow === 'classic' || workflow === 'cowork';
    return { email: found.email, fullname, company, ...(isKnown && { workflow }) };
  }

  private personOf({ name, email }: SignUpRequest): { readonly name: string; readonly email: string } {
    if (name && email) return { name, email: email.toLowerCase() };
    const missing = [...(name ? [] : ['name']), ...(email ? [] : ['email'])];
    throw invalidRequest(
      missing.map((member) => ({ type: 'missing', loc: ['body', member], msg: 'Field required', input: null })),
    );
  }

  private check(email: string): void {
    const { SIGN_UP, SIGN_UP_DOMAINS, SIGN_UP_WORK_MAIL_ONLY } = this.config;
    const domains = SIGN_UP_DOMAINS.map((domain) => domain.toLowerCase());
    const rules = { isOpen: SIGN_UP === 'anyone', domains, refusesPersonalMail: SIGN_UP_WORK_MAIL_ONLY };
    checkSignUp(email, rules, personalDomains);
  }
}
