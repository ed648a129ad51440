import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { SameAccountQuery } from '../account-settings/account-settings.dto';
import { AccountTarget } from '../account/account.dto';
import { LOGO_BYTES_MAX, LogoForm, LogoImage } from './account-logo.dto';

const path = '/api/v1/account/{account}/logo.png';
/** Of the form around the picture. */
const FORM_BYTES_MAX = 16 * 1024;

/** Replaces the logo. The first bytes say what kind of picture it is, not its name or declared type. */
export const putAccountLogo = operation({
  name: 'accounts.logo.put',
  summary: 'Upload the logo of an account',
  http: {
    method: 'PATCH',
    path,
    host: 'accounts',
    success: 204,
    reply: 'empty',
    bodyKind: 'file-form',
    carriesFile: true,
    bodySizeBytesMax: LOGO_BYTES_MAX + FORM_BYTES_MAX,
  },
  policy: { credentials: ['user', 'pat'], role: 'AOWNER', on: 'account' },
  doors: [
    {
      name: 'accounts.logo.put-by-post',
      summary: 'Upload the logo of an account, by POST',
      description: 'The same as `accounts.logo.put`.',
      http: { method: 'POST', path },
    },
    {
      name: 'accounts.logo.put-by-put',
      summary: 'Upload the logo of an account, by PUT',
      description: 'The same as `accounts.logo.put`.',
      http: { method: 'PUT', path },
    },
  ],
  params: AccountTarget,
  query: SameAccountQuery,
  body: LogoForm,
  fails: {
    ...failsWithoutRoom,
    not_found: 'The account does not exist, or `account_id` names another one.',
    too_large: 'The picture is larger than 5 MiB.',
    unsupported_media_type: 'The body is no form of `multipart/form-data`, or the file no PNG, JPEG, GIF or WebP.',
  },
  deadlineMs: 30_000,
});

/** Returns the picture with the media type that its bytes have. */
export const getAccountLogo = operation({
  name: 'accounts.logo.get',
  summary: 'Get the logo of an account',
  http: { method: 'GET', path, host: 'accounts', success: 200, reply: 'binary' },
  policy: { credentials: ['user', 'pat'], role: ['AMEMBER', 'AOWNER'], on: 'account' },
  params: AccountTarget,
  query: SameAccountQuery,
  answer: LogoImage,
  fails: { not_found: 'The account does not exist, has no logo, or `account_id` names another one.' },
  deadlineMs: 10_000,
});
