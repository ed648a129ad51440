import { betweenHosts } from '../../core/between-hosts';
import { operation } from '../../core/operation';
import { PresentedCredential, VerifiedUser } from './credential.dto';

/** Verifies a user token, a personal access token or a session of the console. @throws AppError `unauthorized` */
export const verifyUserCredential = operation({
  ...betweenHosts('accounts.credential.verify', 'accounts'),
  summary: 'Verify a user credential',
  body: PresentedCredential,
  answer: VerifiedUser,
  deadlineMs: 10_000,
});
