import { useTranslation } from 'react-i18next';

/** A time in seconds, with its unit. */
export function SecondsText({ ms }: { readonly ms: number }) {
  const { i18n } = useTranslation();
  const format = { style: 'unit', unit: 'second', unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return <>{new Intl.NumberFormat(i18n.language, format).format(ms / 1_000)}</>;
}
