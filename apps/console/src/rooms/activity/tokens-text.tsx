import { useTranslation } from 'react-i18next';

/** Tokens that a model used. */
export function TokensText({ thousands }: { readonly thousands: number }) {
  const { t, i18n } = useTranslation('activity');
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 0 });
  return <>{t('tokens', { tokens: number.format(thousands * 1_000) })}</>;
}
