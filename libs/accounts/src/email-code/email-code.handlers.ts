import { handlersOf } from '@lectern/bus';
import { sendEmailCode } from '@lectern/contracts/accounts';
import { EmailCodes } from './email-codes';

export const EmailCodeHandlers = handlersOf(EmailCodes).answer(sendEmailCode, (codes, { principal }) =>
  codes.send(principal.id),
);
