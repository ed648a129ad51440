import 'reflect-metadata';
export * from './accounts/access-change/access-change.dto';
export * from './accounts/access-change/access-change.operations';
export * from './accounts/account/account.dto';
export * from './accounts/account/account.operations';
export * from './accounts/credential/credential.dto';
export * from './accounts/credential/credential.operations';
export * from './accounts/email-code/email-code.operations';
export * from './accounts/magic-link/magic-link.dto';
export * from './accounts/magic-link/magic-link.operations';
export * from './accounts/operations';
<<<<<<< HEAD
export * from './accounts/password/new-password';
export * from './accounts/password/password.dto';
export * from './accounts/password/password.operations';
=======
export * from './accounts/page/fields';
export * from './accounts/page/page';
export * from './accounts/page/page-texts';
>>>>>>> wd
export * from './accounts/personal-token/personal-token.dto';
export * from './accounts/personal-token/personal-token.operations';
export * from './accounts/session/session.dto';
export * from './accounts/session/session.operations';
export * from './accounts/sign-up/sign-up.dto';
export * from './accounts/sign-up/sign-up.operations';
export * from './accounts/user/user-changes.dto';
export * from './accounts/user/user.dto';
export * from './accounts/user/user.operations';
export * from './accounts/zone/zone.dto';
export * from './accounts/zone/zone.operations';
