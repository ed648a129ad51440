import { useTranslation } from 'react-i18next';
import { CopyText } from '../../parts/copy-text';
import { answerWithSources, type CopiedAnswer } from './answer-with-sources';

export function CopyAnswer(answer: CopiedAnswer) {
  const { t } = useTranslation('ask');
  return <CopyText text={answerWithSources(answer, t('source.title'))} label={t('copy')} />;
}
