import { useTranslation } from 'react-i18next';
import { kindOf } from './kind-of';

/** Names kinds of documents by their media types; one without a better name is shown as it is. */
export function useKindText(): (mediaType: string) => string {
  const { t } = useTranslation('kinds');
  return (mediaType) => {
    const kind = kindOf(mediaType);
    return kind ? t(kind) : mediaType;
  };
}
