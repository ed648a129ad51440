import { configSlice, optionalText } from '@lectern/config';

export const captchaConfig = configSlice('captcha', {
  CAPTCHA_VERIFY_URL: optionalText({
    doc:
      'where answers to captchas are verified, as reCAPTCHA, hCaptcha and Turnstile do: sign-up, recovery, reset and ' +
      'set-up then need the header X-SVC-VALIDATION; absent: no captcha',
    pattern: /^https?:\/\/\S+$/,
  }),
  CAPTCHA_SECRET: optionalText({ doc: 'secret of this deployment at CAPTCHA_VERIFY_URL', secret: true }),
});
