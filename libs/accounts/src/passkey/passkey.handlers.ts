import { handlersOf } from '@lectern/bus';
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeySignIn,
} from '@lectern/contracts/accounts';
import { PasskeySignIns } from './passkey-sign-ins';
import { Passkeys } from './passkeys';

export const PasskeyHandlers = handlersOf(Passkeys)
  .answer(listPasskeys, (passkeys, { principal }) => passkeys.list(principal))
  .answer(startPasskey, (passkeys, { principal, body, headers }) => passkeys.start(principal, body, headers.network))
  .answer(addPasskey, (passkeys, { principal, body }) => passkeys.add(principal, body))
  .answer(renamePasskey, (passkeys, { principal, params, body }) =>
    passkeys.rename(principal, params.passkey_id, body.name),
  )
  .answer(removePasskey, (passkeys, { principal, params }) => passkeys.remove(principal, params.passkey_id))
  .of(PasskeySignIns)
  .answer(startPasskeySignIn, (signIns, { body }) => signIns.start(body.login_challenge ?? ''));
