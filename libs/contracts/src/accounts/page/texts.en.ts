/** Texts of all pages in English. Each feature has a member of its own. */
export const englishTexts = {
  signIn: {
    title: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    submit: 'Sign in',
    forgotten: 'Forgotten password?',
    failed: 'The e-mail address or the password is wrong.',
    isUser: 'This address has an account already. Sign in to continue.',
    stale: 'This sign-in has expired. Go back to the application and start again.',
    failure: 'Sign-in failed',
    returns: 'You are signed in. Return to your application.',
    goBack: 'Return to the application',
  },
  consent: {
    title: 'Allow access',
    asks: 'asks for access to your account:',
    signedInAs: 'Signed in as',
    leadsTo: 'You continue at',
    allow: 'Allow',
    refuse: 'Refuse',
    openid: 'know who you are',
    offline: 'keep access while you are away',
    profile: 'read your name and language',
    email: 'read your e-mail address',
    full: 'act as you in everything that you may do',
  },
  device: {
    title: 'Connect a device',
    code: 'Code shown on the device',
    submit: 'Continue',
    compare: 'Continue only if your device shows this code:',
    confirm: 'Connect',
    abort: 'Cancel',
    wrongCode: 'No device waits with this code.',
    connected: 'Device connected',
    done: 'Return to your device. You can close this window.',
  },
  signOut: {
    title: 'Sign out',
    question: 'Sign out of Lectern in this browser?',
    submit: 'Sign out',
    stay: 'Stay signed in',
    done: 'You are signed out.',
  },
  token: {
    title: 'Your token',
    explanation: 'This token acts as you until it expires. Do not share it.',
    expires: 'Valid until',
    label: 'Token',
  },
};

/** Texts of pages, by feature. */
export type PageTexts = typeof englishTexts;
