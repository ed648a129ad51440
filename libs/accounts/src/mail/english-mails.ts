import type { AccountMails, SignInChange } from './account-mail';

const IGNORE = 'If you do not expect this mail, ignore it: nothing happens without the link.';

export const englishMails: AccountMails = {
  signUp: (place, address) => ({
    subject: `Confirm your address for ${place}`,
    before: [
      `Somebody signed up at ${place} with this mail address and chose a password.`,
      'If it was you, confirm within 24 hours:',
    ],
    link: { address, label: 'Confirm the address' },
    after: ['If it was not you, ignore this mail. Do not open the link: the password would not be yours.'],
  }),
  userExists: (place, address) => ({
    subject: `You have an account at ${place}`,
    before: [
      `Somebody signed up at ${place} with this mail address, which has an account already.`,
      'If it was you, sign in. If you forgot the password, choose a new one:',
    ],
    link: { address, label: 'Choose a new password' },
    after: ['If it was not you, ignore this mail: nothing has changed.'],
  }),
  recovery: (place, address) => ({
    subject: `Choose a new password for ${place}`,
    before: [`Somebody asked for a new password at ${place} for this mail address.`, 'Choose it within an hour:'],
    link: { address, label: 'Choose a new password' },
    after: [IGNORE],
  }),
  setUp: (place, address) => ({
    subject: `Set up your account at ${place}`,
    before: [`You have an account at ${place} with this mail address.`, 'Choose your name and a password:'],
    link: { address, label: 'Set up the account' },
    after: [IGNORE],
  }),
  newAddress: (place, address) => ({
    subject: `Confirm your new address for ${place}`,
    before: [`Somebody made this the new mail address of an account at ${place}.`, 'Confirm it within 24 hours:'],
    link: { address, label: 'Confirm the address' },
    after: [IGNORE],
  }),
  addressChanged: (place) => ({
    subject: `Your address at ${place} has changed`,
    before: [`The account at ${place} that had this mail address now has another one.`],
    after: ['If you did not change it, tell those who run the server.'],
  }),
  passwordChanged: (place, address) => ({
    subject: `Your password at ${place} has changed`,
    before: [
      `The password of your account at ${place} has changed, and earlier sign-ins have ended.`,
      'If you did not change it, choose a new one:',
    ],
    link: { address, label: 'Choose a new password' },
    after: [],
  }),
  invitation: (place, address, title) => ({
    subject: `Invitation to ${title}`,
    before: [`You are invited to the account "${title}" at ${place}.`, 'Accept within 7 days:'],
    link: { address, label: 'Accept the invitation' },
    after: [IGNORE],
  }),
  code: (place, code) => ({
    subject: `Your code for ${place}`,
    before: [`With this code you confirm what you do at ${place}. It counts once, within 10 minutes:`],
    code,
    after: ['Give it to nobody. If you do not expect this mail, change your password.'],
  }),
  signInChanged: (place, address, change) => ({
    subject: `The sign-in to your account at ${place} has changed`,
    before: [changes[change], 'If it was not you, choose a new password, and look at your sign-ins:'],
    link: { address, label: 'Choose a new password' },
    after: [],
  }),
};

const changes: Readonly<Record<SignInChange, string>> = {
  secondFactorOn:
    'The second factor of your account is on: signing in with a password needs a code of your app as well.',
  secondFactorOff: 'The second factor of your account is off: your password alone is enough to sign in.',
  recoveryCodesRenewed: 'Your account has new recovery codes. The earlier ones are void.',
  recoveryCodeUsed:
    'Somebody signed in to your account, or changed it, with one of your recovery codes. It is void now.',
  passkeyAdded: 'Your account has a new passkey, with which you can sign in.',
  secondFactorReset:
    'Somebody who manages an account of yours, or the server, removed your second factor, your recovery codes and your passkeys.',
  passkeyRemoved: 'A passkey of your account was removed. It opens nothing any more.',
};
