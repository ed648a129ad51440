import { PresentedCredential } from '../../accounts/credential/credential.dto';
import { operation } from '../../core/operation';
import { VerifiedKey } from './credential.dto';

/** Verifies an API key, temporal key, ephemeral token or NUA key. @throws AppError `unauthorized` */
export const verifyZoneCredential = operation({
  name: 'kb.credential.verify',
  summary: 'Verify a credential of this zone',
  body: PresentedCredential,
  answer: VerifiedKey,
  deadlineMs: 10_000,
});
