import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { byteSizeText, instantOf, numberText, relativeTimeText } from './quantities';

const AGAIN_MS = 30_000;

function useLanguage(): string {
  return useTranslation().i18n.language;
}

/** The time, which is updated while the page is open. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** How long ago, or how soon; the exact time is its title. */
export function Time({ at }: { readonly at: string }) {
  const language = useLanguage();
  const now = useNow();
  const instant = instantOf(at);
  if (Number.isNaN(instant.getTime())) return null;
  const exact = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'medium' }).format(instant);
  return (
    <time dateTime={instant.toISOString()} title={exact}>
      {relativeTimeText(instant, now, language)}
    </time>
  );
}

export function ByteSize({ bytes }: { readonly bytes: number }) {
  return <span title={numberText(bytes, useLanguage())}>{byteSizeText(bytes, useLanguage())}</span>;
}

export function Count({ value }: { readonly value: number }) {
  return <>{numberText(value, useLanguage())}</>;
}
